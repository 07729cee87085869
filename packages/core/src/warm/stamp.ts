import { lstatSync } from 'node:fs';
import type { Stats } from 'node:fs';

/** Of a file: size, mtime, ctime, inode. ctime cannot be set back, so a restored mtime does not deceive. */
export type Stamp = string;

/** Of what stands there and is no plain file: a link may lead anywhere, and that changes without a trace here. */
const NO_FILE: Stamp = 'no plain file';

/** null where nothing stands. A stamp of what is no plain file is never kept, so that it equals none. */
export function stampOf(file: string): Stamp | null {
  const stat = statOf(file);
  return stat === null ? null : print(stat);
}

/**
 * The stamp of a file that was left alone since well before `time`; undefined for one that may have
 * changed again after it was read, within what its file system takes for one moment, and for what is no plain file.
 *
 * @param time Unit: milliseconds of the Unix epoch
 */
export function settledStampOf(file: string, time: number): Stamp | null | undefined {
  const stat = statOf(file);
  if (stat === null) return null;
  if (stat === 'unreadable' || !stat.isFile()) return undefined;
  const changed = Math.max(stat.mtimeMs, stat.ctimeMs);
  return changed > time - COARSEST_MS ? undefined : print(stat);
}

/** FAT counts in steps of two seconds. */
const COARSEST_MS = 2000;

function print(stat: Stats | 'unreadable'): Stamp {
  if (stat === 'unreadable' || !stat.isFile()) return NO_FILE;
  return `${stat.size} ${stat.mtimeMs} ${stat.ctimeMs} ${stat.ino}`;
}

function statOf(file: string): Stats | 'unreadable' | null {
  try {
    return lstatSync(file, { throwIfNoEntry: false }) ?? null;
  } catch (error) {
    // Below a plain file nothing stands.
    const isBelowFile = error instanceof Error && 'code' in error && error.code === 'ENOTDIR';
    return isBelowFile ? null : 'unreadable';
  }
}
