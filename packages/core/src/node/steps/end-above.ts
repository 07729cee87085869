import { writeSync } from 'node:fs';
import { MEMORY_MARK } from './memory-mark.ts';

/** How often the memory of a worker is looked at. Unit: milliseconds. */
export const LOOK_MS = 100;

/**
 * Ends this process, with the reason on its standard error, when it holds more than that.
 * @param most of the process, with all that its libraries hold; 0 is no limit. Unit: bytes.
 */
export function endAbove(most: number): void {
  if (most === 0) return;
  const found = process.memoryUsage.rss();
  if (found <= most) return;
  writeSync(2, `${MEMORY_MARK}${found} ${most}\n`);
  process.kill(process.pid, 'SIGKILL');
}
