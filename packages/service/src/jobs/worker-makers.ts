import { AssetgenError, type ErrorCode } from '@assetgen/client';
import { Worker } from 'node:worker_threads';
import type { Converted } from '../convert/convert.ts';
import type { Makers } from './makers.ts';
import type { WorkerMessage, WorkerTask } from './worker-messages.ts';

/** Generators in worker threads, with a way to stop them. */
export interface MakerPool extends Makers {
  close(): Promise<void>;
}

interface Queued {
  readonly task: WorkerTask;
  readonly onProgress: ((fraction: number) => void) | undefined;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
}

interface Slot {
  readonly worker: Worker;
  current: Queued | undefined;
}

/** A thread that had nothing to do for this long ends. Unit: milliseconds. */
const IDLE_MS = 10_000;

const PROMPT: ReadonlySet<keyof Makers> = new Set(['drawModel', 'detectPortrait']);

/**
 * At most `size` threads, one task each at a time. Requests go on being
 * answered while a million faces are made.
 */
export function workerMakers(
  size: number,
  script: URL = new URL('./worker.js', import.meta.url),
): MakerPool {
  const pool = new WorkerPool(size, script);
  const bytes = (value: unknown): Uint8Array => value as Uint8Array;
  return {
    makeModel: async (spec) => bytes(await pool.run('makeModel', [spec])),
    makeChibi: async (spec) => bytes(await pool.run('makeChibi', [spec])),
    drawModel: async (glb, size) => bytes(await pool.run('drawModel', [glb, size])),
    makePicture: async (spec) => bytes(await pool.run('makePicture', [spec])),
    makeVideo: async (spec, onProgress) => bytes(await pool.run('makeVideo', [spec], onProgress)),
    convert: async (spec) => (await pool.run('convert', [spec])) as Converted,
    detectPortrait: async (image) => (await pool.run('detectPortrait', [image])) === true,
    close: () => pool.close(),
  };
}

class WorkerPool {
  readonly #size: number;
  readonly #script: URL;
  readonly #slots = new Set<Slot>();
  readonly #idle: Slot[] = [];
  readonly #queue: Queued[] = [];
  #sweeper: NodeJS.Timeout | undefined;
  #nextId = 0;
  #closed = false;

  constructor(size: number, script: URL) {
    this.#size = size;
    this.#script = script;
  }

  run(
    name: keyof Makers,
    args: readonly unknown[],
    onProgress?: (fraction: number) => void,
  ): Promise<unknown> {
    return new Promise((resolve, reject) => {
      if (this.#closed) return reject(closedError());
      const task = { id: this.#nextId++, name, args };
      const queue = this.#queue;
      // A request waits for these: they pass the jobs, which nobody waits for at a socket.
      if (PROMPT.has(name)) queue.unshift({ task, onProgress, resolve, reject });
      else queue.push({ task, onProgress, resolve, reject });
      this.#dispatch();
    });
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#sweeper);
    for (const queued of this.#queue.splice(0)) queued.reject(closedError());
    await Promise.all([...this.#slots].map((slot) => slot.worker.terminate()));
  }

  #dispatch(): void {
    while (this.#queue.length > 0) {
      const slot = this.#idle.pop() ?? this.#grow();
      if (slot === undefined) return;
      const next = this.#queue.shift();
      if (next === undefined) return;
      slot.current = next;
      // A job under way keeps the process alive; an idle thread does not.
      slot.worker.ref();
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
      slot.worker.postMessage(next.task);
    }
  }

  #grow(): Slot | undefined {
    if (this.#slots.size >= this.#size) return undefined;
    const worker = new Worker(this.#script);
    const slot: Slot = { worker, current: undefined };
    this.#slots.add(slot);
    worker.on('message', (message: WorkerMessage) => this.#receive(slot, message));
    worker.on('error', (error) => slot.current?.reject(error));
    worker.on('exit', () => this.#lose(slot));
    return slot;
  }

  #receive(slot: Slot, message: WorkerMessage): void {
    const { current } = slot;
    if (current?.task.id !== message.id) return;
    if (message.type === 'progress') return current.onProgress?.(message.fraction);
    slot.current = undefined;
    this.#idle.push(slot);
    slot.worker.unref();
    if (message.type === 'done') current.resolve(message.value);
    else current.reject(errorOf(message));
    this.#dispatch();
    this.#sweeper ??= setTimeout(() => this.#sweep(), IDLE_MS).unref();
  }

  /** The thread ended: by us, or because a task broke it (out of memory). */
  #lose(slot: Slot): void {
    this.#slots.delete(slot);
    const at = this.#idle.indexOf(slot);
    if (at !== -1) this.#idle.splice(at, 1);
    slot.current?.reject(this.#closed ? closedError() : new Error('The generator thread ended.'));
    if (!this.#closed) this.#dispatch();
  }

  #sweep(): void {
    this.#sweeper = undefined;
    for (const slot of this.#idle.splice(0)) void slot.worker.terminate();
  }
}

function errorOf(message: Extract<WorkerMessage, { type: 'failed' }>): Error {
  if (message.code === null) return new Error(message.message);
  return new AssetgenError(message.code as ErrorCode, message.message, {
    ...(message.hint !== null && { hint: message.hint }),
  });
}

/** Thrown to whoever waits for a generator when the service closes: no failure of the job. */
function closedError(): AssetgenError {
  return new AssetgenError('ASSETGEN_SERVICE_CLOSED', 'The service was closed.');
}
