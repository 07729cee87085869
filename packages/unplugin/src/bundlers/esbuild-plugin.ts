import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { AssetView, OpenProject } from '@assetgen/core';
import type { PartialMessage, PluginBuild, TransformOptions } from 'esbuild';
import { failureOf, reportFailure } from '../failures.ts';
import type { Failure } from '../failures.ts';
import { parseImportId } from '../import-ids.ts';
import { settledLine } from '../large/large-files.ts';
import { createObjectModules } from '../object-modules.ts';
import type { PluginOptions } from '../options.ts';
import { openPluginProject } from '../plugin-project.ts';
import { draftLine, summaryLine } from '../summary.ts';

/** The plugin over any core; `./esbuild` hands in the real one. */
export function connectEsbuild(
  build: PluginBuild,
  open: OpenProject,
  options: PluginOptions,
): void {
  const { initialOptions: config } = build;
  const say = (line: string): void => {
    if (config.logLevel !== 'silent') console.error(`assetgen: ${line}`);
  };
  const folder = config.absWorkingDir ?? process.cwd();
  const plugin = openPluginProject(open, options, {
    root: folder,
    command: 'build',
    // Who reads the outputs from memory gets the bytes themselves.
    production: config.write !== false,
    output: { info: say, warn: say },
  });
  const { project, session, large } = plugin;
  const modules = createObjectModules(project.root);
  // It tells what was written.
  if (config.write !== false) config.metafile = true;
  const own = config.loader ?? {};
  config.loader = { ...FILE_LOADERS, ...own };

  build.onStart(async () => {
    // esbuild does not tell what changed since the last build.
    session.invalidate();
    try {
      await plugin.readPrefix();
      const { report, view } = await session.ensure();
      await modules.sync(view);
      await large.sync(view);
      const failure = reportFailure(report);
      return failure === null ? null : { errors: [toMessage(failure)] };
    } catch (error) {
      return { errors: [toMessage(failureOf(error))] };
    } finally {
      watchFiles = [...project.watched()];
    }
  });

  /** For the first answer of a build: esbuild watches what any of them names. */
  let watchFiles: string[] = [];

  // The prefix may stand in the config file, which is not read yet.
  build.onResolve({ filter: /./ }, async ({ path, resolveDir }) => {
    const written = parseImportId(path, plugin.prefix);
    if (session.latest() === null) return null;
    if (written === null) {
      // A large file that is named by its path is the same file.
      if (!path.includes('.assetgen/files/')) return null;
      const file = large.at(resolve(resolveDir, path));
      return file === undefined ? null : { path: large.pathOf(file) };
    }
    try {
      const resolved = await session.resolve(written.id);
      if (resolved === null) return null;
      const isFile = resolved.type === 'file';
      const target = isFile
        ? large.pathOf(resolved.file)
        : await modules.write(resolved.asset, resolved.code);
      return { path: target, watchFiles: watchFiles.splice(0) };
    } catch (error) {
      return { errors: [toMessage(failureOf(error))], watchFiles: watchFiles.splice(0) };
    }
  });

  // Outputs and stubs stay in the namespace `file`: esbuild reads, names, hashes and emits them itself.
  // It is another process, and asks us of a file only where the user has another loader for its ending.
  const endings = Object.keys(FILE_LOADERS).filter((ending) => (own[ending] ?? 'file') !== 'file');
  if (endings.length > 0) {
    const filter = new RegExp(
      `[\\\\/]\\.assetgen[\\\\/].*(?:${endings.join('|').replaceAll('.', '\\.')})$`,
    );
    build.onLoad({ filter }, async ({ path }) => {
      const view = session.latest();
      const isOurs = large.at(path) ?? view?.files.find((output) => output.path === path);
      if (isOurs === undefined) return null;
      return { contents: await readFile(path), loader: 'file', watchFiles: [path] };
    });
  }

  build.onLoad({ filter: /\.[cm]?[jt]sx?$/ }, async ({ path }) => {
    if (/[\\/]node_modules[\\/]/.test(path)) return null;
    const text = await readFile(path, 'utf8');
    if (!text.includes(`${plugin.prefix}/`) || !text.includes('import.meta')) return null;
    const code = await toJavaScript(build, path, text);
    if (code === null) return null;
    const { importNewUrls } = await import('../new-url.ts');
    const changed = await importNewUrls(code, plugin.prefix);
    return changed === null ? null : { contents: changed.code, loader: 'js' };
  });

  build.onEnd(async ({ errors, metafile }) => {
    const view = session.latest();
    if (errors.length > 0 || view === null) return null;
    try {
      await copyFiles(view, Object.keys(metafile?.outputs ?? {}));
    } catch (error) {
      return { errors: [toMessage(failureOf(error))] };
    }
    say(summaryLine((await session.ensure()).report));
    const drafts = draftLine(view);
    if (drafts !== null) say(drafts);
    return null;
  });

  async function copyFiles(view: AssetView, outputs: readonly string[]): Promise<void> {
    const settled = await large.settle(folder, outputs);
    for (const file of view.files) {
      if (file.public === undefined || config.outdir === undefined || config.write === false) {
        continue;
      }
      const { placeFile } = await import('../large/place-file.ts');
      await placeFile(file, resolve(folder, config.outdir, file.public));
    }
    if (settled !== null) say(settledLine(settled));
  }

  build.onDispose(() => void project.close());
}

/** esbuild reads no file of these endings where it is not told how. A loader of the user's stays. */
const FILE_LOADERS = Object.fromEntries(
  ['glb', 'obj', 'fbx', 'stl', 'usdz', 'blend', 'png', 'jpeg', 'webp', 'avif', 'mp4'].map(
    (format) => [`.${format}`, 'file'] as const,
  ),
);

/** The lexer reads JavaScript only. null where esbuild itself will tell what is wrong. */
async function toJavaScript(
  { esbuild, initialOptions: config }: PluginBuild,
  sourcefile: string,
  text: string,
): Promise<string | null> {
  const loader = /\.[cm]?([jt]sx?)$/.exec(sourcefile)?.[1] as 'js' | 'jsx' | 'ts' | 'tsx';
  if (loader === 'js') return text;
  const { jsx, jsxFactory, jsxFragment, jsxImportSource, jsxDev, tsconfigRaw } = config;
  const options: TransformOptions = { loader, sourcefile, sourcemap: 'inline', target: 'esnext' };
  Object.assign(options, { jsx, jsxFactory, jsxFragment, jsxImportSource, jsxDev, tsconfigRaw });
  const result = await esbuild.transform(text, options).catch(() => null);
  return result?.code ?? null;
}

function toMessage({ text, position }: Failure): PartialMessage {
  if (position === null) return { text };
  // esbuild counts columns from 0.
  const { file, line, column } = position;
  return { text, location: { file, line, column: column - 1 } };
}
