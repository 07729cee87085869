// Looks at the memory of the process that it is a thread of, which may be deep in one call, and ends
// it when that is too much. Started by watch-memory.ts.
import { workerData } from 'node:worker_threads';
import { LOOK_MS, endAbove } from './end-above.ts';

const limit = workerData as Float64Array;

setInterval(() => {
  const [most = 0] = limit;
  endAbove(most);
}, LOOK_MS);
