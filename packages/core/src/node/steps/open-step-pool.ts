import { existsSync } from 'node:fs';
import os from 'node:os';
import { forkWorker } from './fork-worker.ts';
import { inlineWorker } from './inline-worker.ts';
import { createStepPool } from '../../process/pool/create-step-pool.ts';
import type { StepPool } from '../../process/pool/step-pool.ts';

const MIB = 1024 * 1024;
/** The most that all workers take together. */
const MEMORY = 1024 * MIB;
/** What a worker takes that has loaded its libraries. */
const BASE = 64 * MIB;
/** A place in the memory that makes a worker worth its start. */
const SHARE = 128 * MIB;
/** Long enough for the next asset, short enough for a dev server to be small again. */
const IDLE_MS = 5_000;
/** Long enough for all creates of a run to go out first: the start of a worker takes half a second of a core. */
const SOON_MS = 1_500;
/** From the start of a worker to its first output, on a slow machine. */
const START_MS = 400;

/**
 * A pool of one worker a core, and of half the machine's memory or a GiB, whichever is less.
 * @param most workers. @default no limit
 */
export function openStepPool(most: number = Number.POSITIVE_INFINITY): StepPool {
  const file = new URL('./worker.js', import.meta.url);
  const memory = Math.min(MEMORY, machineMemory() / 2);
  const cores = Math.min(os.availableParallelism(), most);
  const size = Math.max(1, Math.min(cores, Math.floor(memory / SHARE)));
  return createStepPool({
    size,
    memory: Math.max(SHARE, memory - size * BASE),
    whenIdle: after(IDLE_MS),
    soon: after(SOON_MS),
    afterStart: after(START_MS),
    spawn: existsSync(file) ? () => forkWorker(file) : inlineWorker,
  });
}

function after(ms: number): (work: () => void) => () => void {
  return (work) => {
    const timer = setTimeout(work, ms).unref();
    return () => clearTimeout(timer);
  };
}

/** The limit of a container counts, if it has one. */
function machineMemory(): number {
  const allowed = process.constrainedMemory();
  return allowed > 0 ? Math.min(os.totalmem(), allowed) : os.totalmem();
}
