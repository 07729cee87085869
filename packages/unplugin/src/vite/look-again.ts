import { fileStamp } from '../shared/file-stamp.ts';

/** Longer than the watcher's own pause. Unit: milliseconds. */
const SETTLED_MS = 120;

/**
 * Vite's watcher drops a second change of a file within 50 ms of the first: an editor that empties
 * a file before it writes it would leave us with the empty one. A file that is not now what it was
 * when its change was told has changed once more.
 */
export function lookAgain(file: string, changed: () => void): void {
  const told = fileStamp(file);
  setTimeout(() => {
    if (fileStamp(file) !== told) changed();
  }, SETTLED_MS).unref();
}
