import os from 'node:os';
import { cosmiconfig } from 'cosmiconfig';
import { isAssetgenError } from '@assetgen/client/errors';
import { CONFIG_LOADERS } from './config-loaders.ts';
import type { FoundConfig } from './find-json-config.ts';
import { reasonOf, unreadableConfig } from './unreadable-config.ts';

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
    loaders: CONFIG_LOADERS,
  });
  const found = await explorer.search(root).catch((error: unknown) => {
    if (isAssetgenError(error)) throw error;
    throw unreadableConfig(reasonOf(error), error);
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
