import { opendirSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';

/** From so many questions on, a folder is listed instead. */
const MANY = 1000;

/** The answer of {@link standingIn} for a folder that is not there, or empty: whoever gets it need not ask. */
export const noneStands = (): boolean => false;

/**
 * Tells which files stand in a folder. Few questions are asked of the disk one by one; for many, the folder is
 * listed once, which takes a tenth of the time. What comes later does not show then.
 *
 * @param questions how many are to come
 */
export function standingIn(folder: string, questions: number): (name: string) => boolean {
  const names = questions < MANY ? null : list(folder);
  if (names?.size === 0) return noneStands;
  if (names !== null) return (name) => names.has(name);
  let isLookedAt = false;
  return function stands(name) {
    if (statSync(path.join(folder, name), { throwIfNoEntry: false }) !== undefined) return true;
    if (!isLookedAt) refuseFile(folder);
    isLookedAt = true;
    return false;
  };
}

/** From Node 22 on, a file in the place of the folder counts as no entry: nobody would tell of it. */
function refuseFile(folder: string): void {
  try {
    opendirSync(folder).closeSync();
  } catch (error) {
    // From Node 24 on, this error does not name the folder.
    if (error instanceof Error && 'code' in error && error.code === 'ENOTDIR')
      throw Object.assign(error, { path: folder });
  }
}

/** null where a folder cannot be listed: a file in it may still be asked for by its name. */
function list(folder: string): ReadonlySet<string> | null {
  try {
    return new Set(readdirSync(folder));
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    return isMissing ? new Set() : null;
  }
}
