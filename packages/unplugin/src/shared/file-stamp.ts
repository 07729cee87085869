import { statSync } from 'node:fs';

/** Tells whether a file is another one than it was: empty where nothing stands. */
export function fileStamp(path: string): string {
  const stat = statSync(path, { throwIfNoEntry: false });
  return stat === undefined ? '' : `${stat.size} ${stat.mtimeMs} ${stat.ctimeMs} ${stat.ino}`;
}
