import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, renameSync, rmdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { isCode } from './is-code.ts';
import { setMode } from './set-mode.ts';

/** Write for the group and for others. */
const SHARED = 0o022;
const STICKY = 0o1000;

/** The name of a folder that its maker has not opened to others yet. */
export const UNOPENED: RegExp = /\.[0-9a-f]{12}\.new$/;

/**
 * Makes a folder of the cache, with its parents. Where the folder above may be written by a group
 * or by all, so may the new one, whatever this user's umask: one `chmod g+ws` on the cache folder
 * lets several users share it. A folder such as /tmp, where nobody may touch what others have, is
 * no example to follow.
 */
export function makeSharedFolder(dir: string): void {
  // Nearly always it stands, and an error costs ten times as much as the question.
  if (existsSync(dir)) return;
  const parent = path.dirname(dir);
  if (parent !== dir) makeSharedFolder(parent);
  const { mode } = statSync(parent);
  const isShared = (mode & STICKY) === 0 && (mode & SHARED) !== 0;
  if (isShared) makeOpen(dir, mode & 0o2777);
  else makeOwn(dir);
}

/** By a name of its own first: another user who finds a folder has to be let in. */
function makeOpen(dir: string, mode: number): void {
  const own = `${dir}.${randomBytes(6).toString('hex')}.new`;
  mkdirSync(own);
  try {
    setMode(own, mode);
    renameSync(own, dir);
  } catch (error) {
    rmdirSync(own);
    // Somebody else was quicker.
    if (!existsSync(dir)) throw error;
  }
}

function makeOwn(dir: string): void {
  try {
    mkdirSync(dir);
  } catch (error) {
    if (!isCode(error, 'EEXIST')) throw error;
  }
}

/** The permissions of a new file in a folder of the cache: read by all, written as the folder is. */
export function sharedFileMode(dir: string): number {
  return 0o644 | (statSync(dir).mode & SHARED);
}
