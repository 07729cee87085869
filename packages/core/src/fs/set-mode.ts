import { chmodSync, fchmodSync } from 'node:fs';
import { isUnsupported } from './is-unsupported.ts';

/**
 * Sets the permissions of a path, or of an open file. Where a file system has none, it stays as it is: whoever may write
 * there may write this.
 */
export function setMode(target: string | number, mode: number): void {
  try {
    if (typeof target === 'number') fchmodSync(target, mode);
    else chmodSync(target, mode);
  } catch (error) {
    if (!isUnsupported(error)) throw error;
  }
}
