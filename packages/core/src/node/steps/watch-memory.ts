import os from 'node:os';
import { Worker } from 'node:worker_threads';
import type { StepNeeds } from '../../process/local-step.ts';

const GIB = 1024 ** 3;
/** What a small source may take: libraries, and textures, which its length says nothing of. */
const LEAST = 1.75 * GIB;
/** How far an estimate may be off. */
const FACTOR = 2;
/** The rest of the machine's memory is for others. */
const SHARE = 0.8;

/** Ends this process, with the reason on its standard error, when it takes more than its limit. */
export interface MemoryWatch {
  /** @param bytes of the process, with all that its libraries hold */
  limit(bytes: number): void;
}

/** Watches from a thread: a step that takes all memory does so within one call. */
export function watchMemory(): MemoryWatch {
  const most = new Float64Array(new SharedArrayBuffer(8));
  const thread = new Worker(new URL('./memory-thread.js', import.meta.url), {
    workerData: most,
    // The options of this process are not for a thread that only watches.
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 4 },
  });
  thread.unref();
  // Steps go on without it, as they did before there was one.
  thread.on('error', () => undefined);
  return { limit: (bytes) => void (most[0] = bytes) };
}

/** The most that a worker may hold while it makes outputs. Unit: bytes. */
export function memoryLimit({ bytes }: Pick<StepNeeds, 'bytes'>): number {
  return Math.min(LEAST + bytes * FACTOR, Math.max(LEAST / 2, os.totalmem() * SHARE));
}
