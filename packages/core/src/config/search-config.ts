import { createHash } from 'node:crypto';
import { createRequire } from 'node:module';
import os from 'node:os';
import { pathToFileURL } from 'node:url';
import { cosmiconfig, defaultLoaders } from 'cosmiconfig';
import { AssetgenError } from '@assetgen/client/errors';
import type { FoundConfig } from './find-json-config.ts';

/**
 * Finds and reads the config of a project's root with cosmiconfig.
 *
 * @param places the names of files that it may have, in the order of the search
 * @throws AssetgenError `ASSETGEN_CONFIG`
 */
export async function searchConfig(root: string, places: readonly string[]): Promise<FoundConfig> {
  const restore = lendHome(root);
  return search(root, places).finally(restore);
}

async function search(root: string, places: readonly string[]): Promise<FoundConfig> {
  const explorer = cosmiconfig('assetgen', {
    searchPlaces: [...places],
    searchStrategy: 'none',
    loaders: {
      '.mts': defaultLoaders['.ts'],
      '.js': loadFresh,
      '.mjs': loadFresh,
      '.cjs': loadFresh,
    },
  });
  const found = await explorer.search(root).catch((error: unknown) => {
    const reason = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error);
    throw new AssetgenError('ASSETGEN_CONFIG', `the config cannot be read: ${reason}`, {
      cause: error,
    });
  });
  if (found === null || found.isEmpty === true) return { config: undefined, file: null };
  return { config: found.config as unknown, file: found.filepath };
}

/** cosmiconfig asks for the home folder, and a user of a container may have none. */
function lendHome(folder: string): () => void {
  try {
    os.homedir();
    return () => undefined;
  } catch {
    process.env['HOME'] = folder;
    return () => delete process.env['HOME'];
  }
}

/** Node remembers a module by its address: a dev server has to see what an edit made of it. */
async function loadFresh(file: string, text: string): Promise<unknown> {
  const version = createHash('sha256').update(text).digest('hex').slice(0, 16);
  delete createRequire(file).cache[file];
  const loaded = (await import(`${pathToFileURL(file).href}?v=${version}`)) as {
    default?: unknown;
  };
  return loaded.default;
}
