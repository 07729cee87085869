import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { isObject } from '../manifest/is-object.ts';

/** A config as it stands in its file. */
export interface FoundConfig {
  readonly config: unknown;
  /** Absolute path; null where there is none. */
  readonly file: string | null;
}

/** What cosmiconfig takes for settings of its own: they may name other files. */
const OF_THE_SEARCH = ['package.json', 'package.yaml', '.config'];

/**
 * What cosmiconfig would find, where nothing but plain JSON stands in its way; null where it has to be asked. To load
 * it takes longer than to plan a thousand assets.
 *
 * @param names the files that stand at the root, in the order of the search
 * @param cwd where cosmiconfig looks for settings of its own. @default that of the process
 */
export function findJsonConfig(
  root: string,
  names: readonly string[],
  cwd: string = process.cwd(),
): FoundConfig | null {
  if (OF_THE_SEARCH.some((name) => maySet(path.join(cwd, name)))) return null;
  for (const name of names) {
    const file = path.join(root, name);
    const value = name.endsWith('.json') ? readJson(file) : null;
    // It is for cosmiconfig to tell what is wrong with it.
    if (value === null) return null;
    const config = name === 'package.json' ? (value['assetgen'] ?? null) : value;
    if (config === null) continue;
    return isObject(config) && Object.hasOwn(config, '$import') ? null : { config, file };
  }
  return { config: undefined, file: null };
}

function maySet(file: string): boolean {
  if (!file.endsWith('.json')) return existsSync(file);
  const value = existsSync(file) ? readJson(file) : {};
  return value === null || Object.hasOwn(value, 'cosmiconfig');
}

/** null for what is no object. */
function readJson(file: string): Readonly<Record<string, unknown>> | null {
  try {
    // Editors of Windows begin a file with a mark of its encoding.
    const value: unknown = JSON.parse(readFileSync(file, 'utf8').replace(/^\uFEFF/, ''));
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}
