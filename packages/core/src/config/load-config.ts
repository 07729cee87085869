import { realpathSync, statSync } from 'node:fs';
import path from 'node:path';
import { AssetgenError } from '@assetgen/client/errors';
import type { AssetgenOptions } from './assetgen-options.ts';
import { isInside } from '../fs/is-inside.ts';
import { optionsProblem, wrongOption } from './check-options.ts';
import { findJsonConfig } from './find-json-config.ts';
import type { FoundConfig } from './find-json-config.ts';
import { refuseOtherConfig } from './refuse-other-config.ts';

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
 * Finds and reads the config of a project's root; folders above are not searched. cosmiconfig, which reads every
 * form, is loaded only where there may be another form than JSON.
 * @throws AssetgenError `ASSETGEN_CONFIG`
 */
export async function loadConfig(root: string): Promise<LoadedConfig> {
  const found = findJsonConfig(root, readableFiles(root)) ?? (await search(root));
  if (found.file === null) {
    refuseOtherConfig(root);
    return { options: {}, file: null };
  }
  const problem = optionsProblem(found.config);
  if (problem === null) return { options: found.config ?? {}, file: found.file };
  const { placeOfOption } = await import('./place-of-option.ts');
  throw wrongOption(placeOfOption(found.file, problem.path), problem);
}

/** Most bytes of a config. */
const MOST_BYTES = 16 * 1024 * 1024;

/** The files that may be the config, in the order of the search. A device is refused: it has no end. */
function readableFiles(root: string): readonly string[] {
  return CONFIG_FILES.filter((name) => {
    const file = path.join(root, name);
    const found = look(file);
    // A folder of this name is no config.
    if (found === null || found.isDirectory()) return false;
    const fail = (expected: string): never => {
      throw new AssetgenError('ASSETGEN_CONFIG', `${name}: expected ${expected}`);
    };
    if (!found.isFile()) fail('a plain file');
    if (found.size > MOST_BYTES) fail(`at most 16 MB, found ${found.size} bytes`);
    if (!isInside(realpathSync.native(root), realpathSync.native(file))) {
      fail('a file inside the project, found a link that leads out of it');
    }
    return true;
  });
}

/** null where nothing stands there, or may be looked at: cosmiconfig tells what is to be told of that. */
function look(file: string) {
  try {
    return statSync(file, { throwIfNoEntry: false }) ?? null;
  } catch {
    return null;
  }
}

async function search(root: string): Promise<FoundConfig> {
  const { searchConfig } = await import('./search-config.ts');
  return searchConfig(root, CONFIG_FILES);
}
