import { open } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { isCode } from './is-code.ts';

/** Unit: milliseconds. */
const PAUSE_MS = 100;
const TRIES = 30;

/**
 * Does what needs a file descriptor. Where this process, or the machine, has as many files open as it
 * may, it waits for others to close theirs, 3 s at most.
 */
export async function whenFilesAreFree<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      const isFull = isCode(error, 'EMFILE') || isCode(error, 'ENFILE');
      if (!isFull || tries === TRIES) throw error;
    }
    await new Promise((resolve) => {
      setTimeout(resolve, PAUSE_MS);
    });
  }
}

/** Opens a file, with that patience. */
export function openPatiently(...options: Parameters<typeof open>): Promise<FileHandle> {
  return whenFilesAreFree(() => open(...options));
}
