import { Worker } from 'node:worker_threads';

/** What a worker is asked for, and answers with. */
export interface ThumbnailTask {
  readonly id: number;
  /** Of the project. */
  readonly root: string;
  readonly source: string;
  readonly target: string;
}
export interface ThumbnailAnswer {
  readonly id: number;
  readonly ok: boolean;
}

/** "dropped": nobody waited for it any more when its turn came. */
export type ThumbnailOutcome = 'made' | 'failed' | 'dropped';

/** Workers that make pictures, so that a server answers meanwhile. */
export interface ThumbnailMakers {
  /** The last that was asked for is made first: it is what a person looks at now. */
  make(source: string, target: string, isWanted: () => boolean): Promise<ThumbnailOutcome>;
  close(): void;
}

interface Waiting {
  readonly source: string;
  readonly target: string;
  readonly isWanted: () => boolean;
  readonly settle: (outcome: ThumbnailOutcome) => void;
}

/** One that makes a picture at a time. */
interface Maker {
  worker: Worker | null;
  active: Waiting | null;
  /** Of what it was asked for last. */
  id: number;
}

/** A worker without work ends: it holds an image library. Unit: milliseconds. */
const IDLE_MS = 20_000;

/**
 * @param root of the project
 * @param atOnce pictures that are made side by side
 */
export function createThumbnailMakers(root: string, atOnce: number): ThumbnailMakers {
  const waiting: Waiting[] = [];
  const makers = Array.from({ length: atOnce }, (): Maker => {
    return { worker: null, active: null, id: 0 };
  });
  let idle: NodeJS.Timeout | undefined;

  function end(): void {
    for (const maker of makers) {
      void maker.worker?.terminate();
      maker.worker = null;
    }
  }

  function settle(maker: Maker, ok: boolean): void {
    const done = maker.active;
    maker.active = null;
    done?.settle(ok ? 'made' : 'failed');
    next();
  }

  function openWorker(maker: Maker): Worker {
    const opened = new Worker(new URL('./thumbnail-worker.js', import.meta.url));
    opened.unref();
    opened.on('message', ({ id, ok }: ThumbnailAnswer) => {
      if (id === maker.id) settle(maker, ok);
    });
    opened.on('error', () => {
      if (maker.worker === opened) maker.worker = null;
      settle(maker, false);
    });
    return opened;
  }

  /** The last that is still wanted. */
  function take(): Waiting | null {
    for (let task = waiting.pop(); task !== undefined; task = waiting.pop()) {
      if (task.isWanted()) return task;
      task.settle('dropped');
    }
    return null;
  }

  function next(): void {
    for (const maker of makers) {
      if (maker.active !== null) continue;
      const task = take();
      if (task === null) break;
      begin(maker, task);
    }
    clearTimeout(idle);
    if (makers.some(({ active }) => active !== null)) return;
    idle = setTimeout(end, IDLE_MS);
    idle.unref();
  }

  function begin(maker: Maker, task: Waiting): void {
    maker.active = task;
    maker.worker ??= openWorker(maker);
    maker.id += 1;
    const { source, target } = task;
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- no window, no origin
    maker.worker.postMessage({ id: maker.id, root, source, target } satisfies ThumbnailTask);
  }

  return {
    make(source, target, isWanted) {
      return new Promise((settled) => {
        waiting.push({ source, target, isWanted, settle: settled });
        next();
      });
    },
    close() {
      clearTimeout(idle);
      for (const task of waiting.splice(0)) task.settle('dropped');
      end();
    },
  };
}
