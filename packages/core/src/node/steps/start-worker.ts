import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';

/**
 * Starts the process of a worker.
 * @param file the built worker.js
 * @param heapMb most heap of JavaScript. Unit: MiB
 */
export function startWorker(file: URL, heapMb: number): ChildProcess {
  return fork(file, [], {
    execArgv: [`--max-old-space-size=${heapMb}`],
    serialization: 'advanced',
    env: environment(),
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
}

interface Holdable {
  ref?(): void;
  unref?(): void;
}

/** Whether this process waits for the worker before it ends. */
export function hold(child: ChildProcess, holds: boolean): void {
  const doIt = holds ? 'ref' : 'unref';
  child[doIt]();
  // Bun's channels have neither: there the process waits for the worker until it is closed.
  (child.channel as Holdable | null | undefined)?.[doIt]?.();
  (child.stderr as Holdable | null)?.[doIt]?.();
}

/**
 * What a worker sees of the environment. It talks to nobody, so it gets neither the key nor the
 * certificates that a company adds: Node reads those as it starts, which takes 30 ms of a core where
 * they are all that the machine trusts. One thread an image, as on every machine: AV1 encoded by two
 * has other bytes.
 */
function environment(): NodeJS.ProcessEnv {
  const { ASSETGEN_API_KEY: _key, NODE_EXTRA_CA_CERTS: _certificates, ...rest } = process.env;
  return { ...GLIBC, ...rest, VIPS_CONCURRENCY: '1' };
}

/**
 * The allocator of glibc keeps what large buffers leave: a worker grew by a third from model to
 * model. Large blocks of their own go back to the system when they are freed. Others ignore this.
 */
const GLIBC = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: String(256 * 1024),
  MALLOC_TRIM_THRESHOLD_: String(1024 * 1024),
};
