import { existsSync, mkdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { isCode } from './is-code.ts';
import { setMode } from './set-mode.ts';

/** Write for the group and for others. */
const SHARED = 0o022;
const STICKY = 0o1000;

/**
 * Makes a folder of the cache, with its parents. Where the folder above may be written by a group
 * or by all, so may the new one, whatever this user's umask: one `chmod g+ws` on the cache folder
 * lets several users share it. A folder such as /tmp, where nobody may touch what others have, is
 * no example to follow.
 */
export function makeSharedFolder(dir: string): void {
  // Nearly always it stands, and an error costs ten times as much as the question.
  if (existsSync(dir) || !isNew(dir)) return;
  const { mode } = statSync(path.dirname(dir));
  const shared = (mode & STICKY) === 0 && (mode & SHARED) !== 0;
  if (shared) setMode(dir, mode & 0o2777);
}

function isNew(dir: string): boolean {
  try {
    mkdirSync(dir);
    return true;
  } catch (error) {
    if (isCode(error, 'EEXIST')) return false;
    const parent = path.dirname(dir);
    if (!isCode(error, 'ENOENT') || parent === dir) throw error;
    makeSharedFolder(parent);
    return mkdirAgain(dir);
  }
}

/** False where somebody else was quicker. */
function mkdirAgain(dir: string): boolean {
  try {
    mkdirSync(dir);
    return true;
  } catch (error) {
    if (isCode(error, 'EEXIST')) return false;
    throw error;
  }
}

/** The permissions of a new file in a folder of the cache: read by all, written as the folder is. */
export function sharedFileMode(dir: string): number {
  return 0o644 | (statSync(dir).mode & SHARED);
}
