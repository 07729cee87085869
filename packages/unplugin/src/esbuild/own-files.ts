import { readFile } from 'node:fs/promises';
import { basename, relative } from 'node:path';
import { nodeCrypto } from '@assetgen/core/warm';
import type { OnResolveResult, PluginBuild } from 'esbuild';

/**
 * The query of an import that is resolved against `import.meta.url`. With `splitting`, a URL is relative to the
 * chunk that has the file's module, and a module that several entries import is in a chunk of its own,
 * maybe in another folder. So each script has such a module for itself, which is always in its chunk.
 */
export const OWN_FILE = '?own-file';

const NAMESPACE = 'assetgen-own';

/** The module of a file that only `importer` has. @param folder that the build's paths are relative to */
export function ownFile(file: string, importer: string, folder: string): OnResolveResult {
  const places = [importer, file].map((path) => relative(folder, path).replaceAll('\\', '/'));
  const digest = nodeCrypto().createHash('sha256').update(places.join('\n')).digest('hex');
  const path = `/${digest.slice(0, 16)}/${basename(file)}`;
  return { path, namespace: NAMESPACE, pluginData: file };
}

/** Has esbuild read, name and emit them as it does the file itself. */
export function loadOwnFiles(build: PluginBuild): void {
  build.onLoad({ filter: /./, namespace: NAMESPACE }, async ({ pluginData }) => {
    const file = pluginData as string;
    return { contents: await readFile(file), loader: 'file', watchFiles: [file] };
  });
}
