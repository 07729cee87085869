import { existsSync } from 'node:fs';
import path from 'node:path';

/** What makes a folder a project, by their usual names. */
const MARKS = [
  ...['json', 'jsonc', 'mts', 'ts', 'mjs'].map((extension) => `assets.gen.${extension}`),
  ...['ts', 'mts', 'js', 'mjs', 'cjs', 'json'].map((extension) => `assetgen.config.${extension}`),
  ...['', '.json', '.yaml', '.yml', '.js', '.ts', '.mjs', '.cjs'].map((end) => `.assetgenrc${end}`),
];

/**
 * The project that a folder belongs to: the folder itself if it has a manifest or config, else the
 * nearest one above that has one, up to that of the nearest package.json. A bundler may have its root below
 * the folder in which everything else is.
 *
 * @param folder absolute path
 * @returns an absolute path; null where none of them has one
 */
export function findRoot(folder: string): string | null {
  const passed: string[] = [];
  for (let at = folder; ; at = path.dirname(at)) {
    passed.push(at);
    if (existsSync(path.join(at, 'package.json'))) break;
    // Above a folder that is of no package, nothing is the user's for sure.
    if (path.dirname(at) === at) return hasMark(folder) ? folder : null;
    if (at === folder && hasMark(folder)) return folder;
  }
  return passed.find(hasMark) ?? null;
}

function hasMark(folder: string): boolean {
  return MARKS.some((name) => existsSync(path.join(folder, name)));
}
