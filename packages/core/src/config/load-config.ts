import { createHash } from 'node:crypto';
import { statSync } from 'node:fs';
import { realpath } from 'node:fs/promises';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { AssetgenError } from '@assetgen/client/errors';
import type { AssetgenOptions } from './assetgen-options.ts';
import { isInside } from '../fs/is-inside.ts';
import { checkOptions } from './check-options.ts';

/** Where a config may stand, in the order of the search. */
export const CONFIG_FILES: readonly string[] = [
  'package.json',
  'assetgen.config.ts',
  'assetgen.config.mts',
  'assetgen.config.js',
  'assetgen.config.mjs',
  'assetgen.config.cjs',
  'assetgen.config.json',
  '.assetgenrc',
  '.assetgenrc.json',
  '.assetgenrc.yaml',
  '.assetgenrc.yml',
  '.assetgenrc.js',
  '.assetgenrc.ts',
  '.assetgenrc.mjs',
  '.assetgenrc.cjs',
];

export interface LoadedConfig {
  readonly options: AssetgenOptions;
  /** Absolute path; null where there is none. */
  readonly file: string | null;
}

/**
 * Finds and reads the config of a project's root with cosmiconfig; folders above are not searched.
 * @throws AssetgenError `ASSETGEN_CONFIG`
 */
export async function loadConfig(root: string): Promise<LoadedConfig> {
  await refuseUnreadable(root);
  const restore = lendHome(root);
  return search(root).finally(restore);
}

/** Most bytes of a config. */
const MOST_BYTES = 16 * 1024 * 1024;

/** cosmiconfig reads whatever stands there to its end: a device has none. */
async function refuseUnreadable(root: string): Promise<void> {
  for (const name of CONFIG_FILES) {
    const file = path.join(root, name);
    const found = look(file);
    if (found === null) continue;
    const fail = (expected: string): never => {
      throw new AssetgenError('ASSETGEN_CONFIG', `${name}: expected ${expected}`);
    };
    // A folder of this name is no config.
    if (found.isDirectory()) continue;
    if (!found.isFile()) fail('a plain file');
    if (found.size > MOST_BYTES) fail(`at most 16 MB, found ${found.size} bytes`);
    if (!isInside(await realpath(root), await realpath(file))) {
      fail('a file inside the project, found a link that leads out of it');
    }
  }
}

/** null where nothing stands there, or may be looked at: cosmiconfig tells what is to be told of that. */
function look(file: string) {
  try {
    return statSync(file);
  } catch {
    return null;
  }
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

async function search(root: string): Promise<LoadedConfig> {
  const { cosmiconfig, defaultLoaders } = await import('cosmiconfig');
  const explorer = cosmiconfig('assetgen', {
    searchPlaces: [...CONFIG_FILES],
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
  if (found === null || found.isEmpty === true) return { options: {}, file: null };
  return { options: checkOptions(found.config, found.filepath), file: found.filepath };
}
