// Looks at the memory of the process that it is a thread of, which may be deep in one call, and ends
// it when that is too much. Started by watch-memory.ts.
import { writeSync } from 'node:fs';
import { workerData } from 'node:worker_threads';
import { MEMORY_MARK } from './memory-mark.ts';

const LOOK_MS = 100;
const limit = workerData as Float64Array;

setInterval(() => {
  const [most = 0] = limit;
  const found = process.memoryUsage.rss();
  if (most === 0 || found <= most) return;
  writeSync(2, `${MEMORY_MARK}${found} ${most}\n`);
  process.kill(process.pid, 'SIGKILL');
}, LOOK_MS);
