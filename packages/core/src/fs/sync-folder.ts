import { closeSync, fsync, openSync } from 'node:fs';
import { promisify } from 'node:util';
import { isCode } from './is-code.ts';
import { whenFilesAreFree } from './open-patiently.ts';

/** Makes the disk keep what was written by a descriptor. */
export type Flush = (descriptor: number) => Promise<void>;

/**
 * Makes the names in a folder last: returns when all that stood there at the call are on disk. Those
 * who ask while one sync is under way share the next. Windows cannot open folders, and needs no such thing.
 */
export const syncFolder: (folder: string) => Promise<void> = createFolderSync(promisify(fsync));

/** @see syncFolder */
export function createFolderSync(flush: Flush): (folder: string) => Promise<void> {
  /** Folders whose sync is under way, with the one that follows it where somebody asked meanwhile. */
  const underWay = new Map<string, { readonly now: Promise<void>; next: Promise<void> | null }>();
  const begin = (folder: string): Promise<void> => {
    const now = syncNow(folder, flush);
    const entry = { now, next: null };
    underWay.set(folder, entry);
    const end = (): void => {
      if (underWay.get(folder) === entry && entry.next === null) underWay.delete(folder);
    };
    now.then(end, end);
    return now;
  };
  return (folder) => {
    const current = underWay.get(folder);
    if (current === undefined) return begin(folder);
    // One that has begun may miss the new name.
    current.next ??= current.now.catch(() => undefined).then(() => begin(folder));
    return current.next;
  };
}

async function syncNow(folder: string, flush: Flush): Promise<void> {
  let descriptor: number;
  try {
    descriptor = await whenFilesAreFree(async () => openSync(folder, 'r'));
  } catch {
    return;
  }
  try {
    await flush(descriptor);
  } catch (error) {
    if (!isCode(error, 'EINVAL') && !isCode(error, 'EPERM')) throw error;
  } finally {
    closeSync(descriptor);
  }
}
