import { readFile } from 'node:fs/promises';
import { extname, resolve } from 'node:path';
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
      const failure = reportFailure(report);
      return failure === null ? null : { errors: [toMessage(failure)] };
    } catch (error) {
      return { errors: [toMessage(failureOf(error))] };
    }
  });

  // The prefix may stand in the config file, which is not read yet.
  build.onResolve({ filter: /./ }, async ({ path }) => {
    const written = parseImportId(path, plugin.prefix);
    if (written === null || session.latest() === null) return null;
    const watchFiles = [...project.watched()];
    try {
      const resolved = await session.resolve(written.id);
      if (resolved === null) return null;
      if (resolved.type === 'file') return { path: resolved.file.path, watchFiles };
      return { path: await modules.write(resolved.asset, resolved.code), watchFiles };
    } catch (error) {
      return { errors: [toMessage(failureOf(error))], watchFiles };
    }
  });

  // In the namespace `file`, so that esbuild's own `file` loader names, hashes and emits it.
  build.onLoad({ filter: /[\\/]\.assetgen[\\/]/ }, async ({ path }) => {
    const file = session.latest()?.files.find((output) => output.path === path);
    if (file === undefined) return null;
    const stub = large.stubOf(file);
    // esbuild is another process: what it reads itself does not go through a pipe.
    if (stub === null && (own[extname(path)] ?? 'file') === 'file') return null;
    return { contents: stub ?? (await readFile(path)), loader: 'file', watchFiles: [path] };
  });

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
