import { chmod, mkdir, stat } from 'node:fs/promises';
import path from 'node:path';

/** Write for the group and for others. */
const SHARED = 0o022;
const STICKY = 0o1000;

/**
 * Makes a folder of the cache, with its parents. Where the folder above may be written by a group
 * or by all, so may the new one, whatever this user's umask: one `chmod g+ws` on the cache folder
 * lets several users share it. A folder such as /tmp, where nobody may touch what others have, is
 * no example to follow.
 */
export async function makeSharedFolder(dir: string): Promise<void> {
  if (await isNew(dir)) {
    const parent = await stat(path.dirname(dir));
    const shared = (parent.mode & STICKY) === 0 && (parent.mode & SHARED) !== 0;
    if (shared) await chmod(dir, parent.mode & 0o2777);
  }
}

async function isNew(dir: string): Promise<boolean> {
  try {
    await mkdir(dir);
    return true;
  } catch (error) {
    if (isCode(error, 'EEXIST')) return false;
    const parent = path.dirname(dir);
    if (!isCode(error, 'ENOENT') || parent === dir) throw error;
    await makeSharedFolder(parent);
    return mkdir(dir).then(
      () => true,
      (again: unknown) => {
        if (isCode(again, 'EEXIST')) return false;
        throw again;
      },
    );
  }
}

/** The permissions of a new file in a folder of the cache: read by all, written as the folder is. */
export async function sharedFileMode(dir: string): Promise<number> {
  return 0o644 | ((await stat(dir)).mode & SHARED);
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
