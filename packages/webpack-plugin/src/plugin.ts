import { readFile } from 'node:fs/promises';
import { relative } from 'node:path';
import type { EnsureResult, OpenProject } from '@assetgen/core';
import {
  changedNames,
  createObjectModules,
  createSession,
  draftLine,
  failureOf,
  openPluginProject,
  reportFailure,
  summaryLine,
} from '@assetgen/unplugin';
import type { Failure, PluginOptions } from '@assetgen/unplugin';
import type { Compiler, WebpackError, WebpackPluginInstance } from 'webpack';
import { claimModules } from './module-types.ts';
import { resolveImports } from './resolve-imports.ts';

const NAME = 'AssetgenPlugin';

/** The plugin over any core; `assetgen()` hands in the real one. */
export function createPlugin(open: OpenProject, options: PluginOptions): WebpackPluginInstance {
  return {
    apply(compiler) {
      connect(compiler, open, options);
    },
  };
}

function connect(compiler: Compiler, open: OpenProject, options: PluginOptions): void {
  const logger = compiler.getInfrastructureLogger('assetgen');
  const project = openPluginProject(open, options, {
    root: compiler.context,
    // webpack's own sign of `webpack serve`.
    command: process.env['WEBPACK_SERVE'] === undefined ? 'build' : 'serve',
    output: logger,
  });
  const session = createSession(project);
  const modules = createObjectModules(project.root);
  const state: { prefix: string; failure: Failure | null } = {
    prefix: options.prefix ?? '@gen',
    failure: null,
  };

  async function prepare(): Promise<void> {
    const modified = compiler.modifiedFiles;
    if (modified !== undefined && project.watched().some((file) => modified.has(file))) {
      session.invalidate();
    }
    const before = session.latest();
    try {
      state.prefix = (await project.settings()).prefix;
      const { report, view } = await session.ensure();
      state.failure = reportFailure(report);
      const changed = view === before ? new Set() : changedNames(before, view);
      forget(compiler, [
        ...(await modules.sync(view)),
        ...view.files.filter((file) => changed.has(file.name)).map((file) => file.path),
      ]);
    } catch (error) {
      state.failure = failureOf(error);
    }
  }

  compiler.hooks.beforeRun.tapPromise(NAME, prepare);
  compiler.hooks.watchRun.tapPromise(NAME, prepare);
  resolveImports(compiler, { name: NAME, project, session, modules, state });
  claimModules(compiler, { name: NAME, session, modules });

  compiler.hooks.thisCompilation.tap(NAME, function watchAndEmit(compilation) {
    compilation.fileDependencies.addAll(project.watched());
    if (state.failure !== null) compilation.errors.push(toWebpackError(compiler, state.failure));
    compilation.hooks.processAssets.tapPromise(
      { name: NAME, stage: compiler.webpack.Compilation.PROCESS_ASSETS_STAGE_ADDITIONAL },
      async function emitPublicOutputs() {
        for (const file of session.latest()?.files ?? []) {
          if (file.public === undefined) continue;
          const source = new compiler.webpack.sources.RawSource(await readFile(file.path));
          compilation.emitAsset(file.public, source, { immutable: false });
        }
      },
    );
  });

  // After the statistics, so that a warning about drafts is what a person reads last.
  compiler.hooks.afterDone.tap(NAME, function tellSummary(stats) {
    if (stats.hasErrors() || session.latest() === null) return;
    session.ensure().then(
      ({ report, view }: EnsureResult) => {
        logger.info(summaryLine(report).replace('assetgen: ', ''));
        const drafts = draftLine(view);
        if (drafts !== null) logger.warn(drafts.replace('assetgen: ', ''));
        return undefined;
      },
      () => undefined,
    );
  });
  compiler.hooks.shutdown.tapPromise(NAME, () => project.close());
}

/** webpack has looked at its clock before the outputs were written: it must look again. */
function forget(compiler: Compiler, paths: readonly string[]): void {
  if (paths.length === 0) return;
  compiler.inputFileSystem?.purge?.([...paths]);
  const known = compiler.fileTimestamps as Map<string, unknown> | undefined;
  for (const path of paths) known?.delete(path);
}

function toWebpackError(compiler: Compiler, failure: Failure): WebpackError {
  const error = new compiler.webpack.WebpackError(failure.text);
  error.name = 'AssetgenError';
  error.hideStack = true;
  if (failure.position !== null) {
    const { file, line, column } = failure.position;
    error.file = relative(compiler.context, file);
    error.loc = { start: { line, column }, end: { line, column } };
  }
  return error;
}
