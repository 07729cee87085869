import { existsSync, linkSync, renameSync } from 'node:fs';

/**
 * Gives a file its old name again, unless another one has it by now.
 *
 * A link takes no name from anybody, but file systems are without, and Linux allows none to a file of another user that
 * may not be written (`fs.protected_hardlinks`). Then the file is moved.
 */
export function putBack(aside: string, file: string): void {
  try {
    linkSync(aside, file);
  } catch {
    if (!existsSync(file)) renameSync(aside, file);
  }
}
