import os from 'node:os';
import { Worker } from 'node:worker_threads';
import type { StepNeeds } from '../../process/local-step.ts';
import { LOOK_MS, endAbove } from './end-above.ts';

const GIB = 1024 ** 3;
/** What a small source may take: libraries, and textures, which its length says nothing of. */
const LEAST = 1.75 * GIB;
/** How far an estimate may be off. */
const FACTOR = 2;
/** The rest of the machine's memory is for others. */
const SHARE = 0.8;

/** Ends this process, with the reason on its standard error, when it takes more than its limit. */
export interface MemoryWatch {
  /**
   * @param bytes of the process, with all that its libraries hold
   * @param isBlocked whether one call may take all of it, so that no timer of this thread comes to its turn
   */
  limit(bytes: number, isBlocked: boolean): void;
}

/**
 * Watches from a thread where a step may take all memory within one call, and from a timer where it may not: to start a
 * thread takes as long as to start Node.
 */
export function watchMemory(): MemoryWatch {
  const limit = new Float64Array(new SharedArrayBuffer(8));
  let thread: Worker | null = null;
  let timer: NodeJS.Timeout | null = null;
  return {
    limit(bytes, isBlocked) {
      limit[0] = bytes;
      if (isBlocked) thread ??= startThread(limit);
      else timer ??= setInterval(() => endAbove(limit[0] ?? 0), LOOK_MS).unref();
    },
  };
}

function startThread(limit: Float64Array): Worker {
  const thread = new Worker(new URL('./memory-thread.js', import.meta.url), {
    workerData: limit,
    // The options of this process are not for a thread that only watches.
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 4 },
  });
  thread.unref();
  // Steps go on without it, as they did before there was one.
  thread.on('error', () => undefined);
  return thread;
}

/** The most that a worker may hold while it makes outputs. Unit: bytes. */
export function memoryLimit({ bytes }: Pick<StepNeeds, 'bytes'>): number {
  return Math.min(LEAST + bytes * FACTOR, Math.max(LEAST / 2, os.totalmem() * SHARE));
}
