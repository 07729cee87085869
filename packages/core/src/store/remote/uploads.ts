import { setMaxListeners } from 'node:events';
import type PQueue from 'p-queue';
import type { Clock } from '../../ports.ts';
import type { RemoteTimes } from './remote-times.ts';

/** How far the uploads are. */
export interface UploadCount {
  readonly done: number;
  readonly total: number;
  /** Bytes that are still to go, or on their way. */
  readonly bytes: number;
}

/** What goes to the shared cache beside the build, and is waited for at its end. */
export interface Uploads {
  /** @param work false where it did not work; it does not reject for a tier's fault */
  add(bytes: number, work: (signal: AbortSignal) => Promise<boolean>): void;
  finish(tell: (count: UploadCount) => void): Promise<void>;
}

export interface UploadsParts {
  readonly clock: Clock;
  readonly times: RemoteTimes;
  /** Of the run: uploads end with it. */
  readonly signal: AbortSignal;
  readonly warn: (code: string, message: string) => void;
}

const CONCURRENCY = 8;
const TELL_MS = 1_000;

/** Runs uploads in parallel, in the order in which they came. */
export function createUploads({ clock, times, signal, warn }: UploadsParts): Uploads {
  const late = new AbortController();
  const stop = AbortSignal.any([signal, late.signal]);
  setMaxListeners(0, stop);
  let queue: Promise<PQueue> | null = null;
  let total = 0;
  let done = 0;
  let bytes = 0;
  const pending = new Set<Promise<void>>();

  async function run(size: number, work: (signal: AbortSignal) => Promise<boolean>) {
    queue ??= import('p-queue').then(
      ({ default: PQueue }) => new PQueue({ concurrency: CONCURRENCY }),
    );
    try {
      await (await queue).add(async () => !stop.aborted && (await work(stop)));
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      warn('ASSETGEN_REMOTE', `shared cache: an upload failed: ${reason}`);
    } finally {
      done += 1;
      bytes -= size;
    }
  }

  return {
    add(size, work) {
      total += 1;
      bytes += size;
      const task = run(size, work).finally(() => pending.delete(task));
      pending.add(task);
    },
    async finish(tell) {
      const over = new AbortController();
      const limitMs = times.finishMs + (bytes / times.leastRate) * 1000;
      const all = async (): Promise<'all'> => {
        while (pending.size > 0) await Promise.all(pending);
        return 'all';
      };
      const deadline = clock
        .sleep(limitMs, { signal: AbortSignal.any([over.signal, signal]) })
        .then(
          () => 'late' as const,
          () => 'late' as const,
        );
      const telling = tellOften();
      try {
        if ((await Promise.race([all(), deadline])) === 'late' && !over.signal.aborted) {
          late.abort(new Error('the build is over'));
          const left = total - done;
          if (left > 0 && !signal.aborted) {
            warn(
              'ASSETGEN_REMOTE',
              `shared cache: ${left} of ${total} uploads were not done in time and were given up`,
            );
          }
        }
      } finally {
        over.abort();
        await telling;
      }

      async function tellOften(): Promise<void> {
        while (pending.size > 0 && !over.signal.aborted) {
          await clock.sleep(TELL_MS, { signal: over.signal }).catch(() => undefined);
          if (!over.signal.aborted) tell({ done, total, bytes });
        }
      }
    },
  };
}
