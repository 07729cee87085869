import { existsSync, linkSync, renameSync } from 'node:fs';

/**
 * Gives a file its old name again, unless another one has it by now. Where links are not allowed, as to another user's
 * file by `fs.protected_hardlinks` of Linux, it is moved.
 */
export function putBack(aside: string, file: string): void {
  try {
    linkSync(aside, file);
  } catch {
    if (!existsSync(file)) renameSync(aside, file);
  }
}
