import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { AssetView, OpenProject } from '@assetgen/core';
import type { BuildResult, Plugin, PluginBuild } from 'esbuild';
import { failureOf, reportFailure } from '../shared/failure.ts';
import type { Failure } from '../shared/failure.ts';
import { settledLine } from '../shared/large/large-files.ts';
import { createObjectModules } from '../shared/object-modules.ts';
import type { PluginOptions } from '../shared/plugin-options.ts';
import { openPluginProject } from '../shared/plugin-project.ts';
import { lookForLeftovers } from '../shared/references/look-for-leftovers.ts';
import { lookInScripts } from '../shared/references/look-in-scripts.ts';
import { positionOfReference } from '../shared/references/position-of-reference.ts';
import { draftLine, summaryLine, tellDrafts } from '../shared/summary-line.ts';
import { bunBuild, isBunBuild } from './bun-build.ts';
import { gatherImports } from './gather-imports.ts';
import { isOneBuild } from './is-one-build.ts';
import { createLatestOutputs } from './latest-outputs.ts';
import { FILE_LOADERS, loadOutputs } from './load-outputs.ts';
import { onlyScript } from './only-script.ts';
import { loadOwnFiles } from './own-files.ts';
import { placePublic } from './place-public.ts';
import { resolveImports } from './resolve-imports.ts';
import type { BuildState } from './resolve-imports.ts';
import { toMessage } from './to-message.ts';
import { filesBeside, onlyOutput, writtenScripts, writtenSheets } from './written-scripts.ts';

export function esbuildPlugin(open: OpenProject, options: PluginOptions): Plugin {
  return { name: 'assetgen', setup: (build) => connectEsbuild(build, open, options) };
}

export async function connectEsbuild(
  given: PluginBuild,
  open: OpenProject,
  options: PluginOptions,
): Promise<void> {
  const isBun = isBunBuild(given);
  const build = isBun ? bunBuild(given) : given;
  const { initialOptions: config } = build;
  const writes = isBun ? config.outdir !== undefined : config.write !== false;
  const isContext = !isBun && !isOneBuild();
  const say = (line: string): void => {
    if (config.logLevel !== 'silent') console.error(`assetgen: ${line}`);
  };
  const folder = config.absWorkingDir ?? process.cwd();
  const plugin = openPluginProject(open, options, {
    root: folder,
    // Who reads the outputs from memory, as a plugin or a server, gets the bytes themselves.
    production: writes && !isContext,
    output: { info: say, warn: say },
  });
  const { project, session, large } = plugin;
  const modules = createObjectModules(project.root);
  const only = writes && !isBun ? onlyScript(config, folder) : null;
  // It tells what was written, which a project with large files has to know.
  const hasStubs = existsSync(join(project.root, '.assetgen', 'stubs'));
  if (writes && (only === null || hasStubs)) config.metafile = true;
  const own = config.loader ?? {};
  config.loader = { ...FILE_LOADERS, ...own };
  /** Of these extensions the user has other files with another loader. */
  const otherwise = Object.keys(FILE_LOADERS).filter((each) => (own[each] ?? 'file') !== 'file');

  // It stands in the filter, as esbuild is another process. What is wrong with the config is told
  // where a build begins.
  await plugin.readPrefix().catch(() => undefined);
  const { prefix } = plugin;
  const state: BuildState = { blocked: true, watchFiles: [] };
  const latest = isContext ? createLatestOutputs(plugin) : null;

  build.onStart(async () => {
    // esbuild does not tell what changed since the last build, or since the prefix was read.
    session.invalidate();
    state.blocked = true;
    try {
      const { report, view } = await (latest ?? session).ensure();
      if (view.prefix !== prefix) throw otherPrefix(prefix, view.prefix);
      await modules.sync(view);
      await large.sync(view);
      state.blocked = false;
      const failure = reportFailure(report);
      return failure === null ? null : { errors: [toMessage(failure)] };
    } catch (error) {
      return { errors: [toMessage(failureOf(error))] };
    } finally {
      state.watchFiles = [...project.watched(), ...(latest === null ? [] : [latest.watchFile])];
    }
  });

  // Colliders are JSON, beside all other JSON.
  loadOutputs(build, plugin, [...otherwise, '.json']);
  if (config.splitting === true) loadOwnFiles(build);
  const { gathered, seen } = gatherImports(build, plugin, folder, otherwise.length === 0);
  resolveImports(build, plugin, modules, gathered, state);

  /** Puts what esbuild did not write beside what it wrote. @returns what a script would ship broken */
  async function complete(
    view: AssetView,
    { metafile }: Pick<BuildResult, 'metafile'>,
  ): Promise<Failure | null> {
    const isTold = metafile !== undefined || only === null;
    const names =
      isTold || !large.any ? Object.keys(metafile?.outputs ?? {}) : await filesBeside(only, folder);
    const settled = await large.settle(folder, names);
    if (config.outdir !== undefined && writes) {
      await placePublic(view, resolve(folder, config.outdir), project.root);
    }
    if (settled !== null) say(settledLine(settled));
    const outputs = isTold ? (metafile?.outputs ?? {}) : onlyOutput(only, seen, folder);
    if (writes) await lookForLeftovers(writtenSheets(folder, outputs, only), prefix, view);
    const scripts = writes ? writtenScripts(folder, outputs) : [];
    const problem = await lookInScripts(scripts, view, folder);
    if (problem === null) return null;
    const { error, referrer } = problem;
    const position =
      referrer === undefined ? null : await positionOfReference(referrer.file, referrer.written);
    return { ...failureOf(error), position };
  }

  build.onEnd(async (result) => {
    latest?.endBuild();
    const view = session.latest();
    if (result.errors.length > 0 || view === null) return null;
    const failure = await complete(view, result).catch(failureOf);
    if (failure !== null) return { errors: [toMessage(failure)] };
    say(summaryLine((await session.ensure()).report));
    const drafts = await draftLine(view, project);
    if (drafts !== null) tellDrafts(drafts);
    return null;
  });

  build.onDispose(() => {
    latest?.close();
    void project.close();
  });
}

function otherPrefix(before: string, now: string): Error {
  const error = new Error(`the prefix of imports was "${before}" and is now "${now}"`);
  return Object.assign(error, { code: 'ASSETGEN_CONFIG', hint: 'Start the build again.' });
}
