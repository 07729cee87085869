import { lstatSync } from 'node:fs';

/** Of a file: size, mtime, ctime, inode. ctime cannot be set back, so a restored mtime does not deceive. */
export type Stamp = string;

/** null where there is no plain file: a link may lead anywhere. */
export function stampOf(file: string): Stamp | null {
  const stat = statOf(file);
  return stat === null ? null : `${stat.size} ${stat.mtimeMs} ${stat.ctimeMs} ${stat.ino}`;
}

/**
 * The stamp of a file that was left alone since well before `time`; undefined for one that may have
 * changed again after it was read, within what its file system takes for one moment.
 *
 * @param time Unit: milliseconds of the Unix epoch
 */
export function settledStampOf(file: string, time: number): Stamp | null | undefined {
  const stat = statOf(file);
  if (stat === null) return null;
  const changed = Math.max(stat.mtimeMs, stat.ctimeMs);
  if (changed > time - COARSEST_MS) return undefined;
  return `${stat.size} ${stat.mtimeMs} ${stat.ctimeMs} ${stat.ino}`;
}

/** FAT counts in steps of two seconds. */
const COARSEST_MS = 2000;

function statOf(file: string) {
  try {
    const stat = lstatSync(file, { throwIfNoEntry: false });
    return stat?.isFile() === true ? stat : null;
  } catch {
    return null;
  }
}
