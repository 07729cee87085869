import { readFile } from 'node:fs/promises';
import type { Loader, PluginBuild } from 'esbuild';
import type { PluginProject } from '../shared/plugin-project.ts';

/** How esbuild is to read files of these extensions. A loader of the user's stays. */
export const FILE_LOADERS: Readonly<Record<string, Loader>> = Object.fromEntries(
  ['glb', 'obj', 'fbx', 'stl', 'usdz', 'blend', 'png', 'jpeg', 'webp', 'avif', 'mp4', 'bin'].map(
    (format) => [`.${format}`, 'file' as const],
  ),
);

/**
 * Outputs and stubs stay in the namespace `file`: esbuild reads, names, hashes and emits them itself. It
 * is another process, and asks us of a file only where the user has another loader for its extension.
 */
export function loadOutputs(
  build: PluginBuild,
  { session, large }: PluginProject,
  extensions: readonly string[],
): void {
  const filter = new RegExp(
    `[\\\\/]\\.assetgen[\\\\/].*(?:${extensions.join('|').replaceAll('.', '\\.')})$`,
  );
  build.onLoad({ filter, namespace: 'file' }, async ({ path }) => {
    const view = session.latest();
    const isOurs = large.at(path) ?? view?.files.find((output) => output.path === path);
    if (isOurs === undefined) return null;
    return { contents: await readFile(path), loader: 'file', watchFiles: [path] };
  });
}
