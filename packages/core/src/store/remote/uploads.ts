import { setMaxListeners } from 'node:events';
import { lazyQueue } from '../../lazy-queue.ts';
import type { Clock } from '../../ports.ts';
import { createAwayUploads } from './away-uploads.ts';
import type { RemoteTimes } from './remote-times.ts';
import type { Upload, UploadOutcome } from './upload.ts';

/** How far the uploads are. */
export interface UploadCount {
  readonly done: number;
  readonly total: number;
  /** Bytes that are still to go, or on their way. */
  readonly bytes: number;
}

/** What goes to the shared cache beside the build, and is waited for at its end. */
export interface Uploads {
  add(upload: Upload): void;
  /**
   * Waits for what is under way, up to a deadline, and a short time for places that are away.
   * @returns what is in no place yet
   */
  finish(tell: (count: UploadCount) => void): Promise<readonly Upload[]>;
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

/**
 * Runs uploads in parallel, in the order in which they came. An upload that failed waits until another one
 * succeeds: a place that is away for a moment loses nothing.
 */
export function createUploads({ clock, times, signal, warn }: UploadsParts): Uploads {
  const late = new AbortController();
  const stop = AbortSignal.any([signal, late.signal]);
  setMaxListeners(0, stop);
  const queue = lazyQueue(CONCURRENCY);
  let total = 0;
  let bytes = 0;
  /** All that are in no place yet, in their order. */
  const left = new Set<Upload>();
  /** Under way, or about to be. */
  const active = new Set<Promise<void>>();
  let wake = (): void => undefined;
  const away = createAwayUploads({
    clock,
    signal: stop,
    probe: (upload) => attempt(upload, true),
    restart: start,
    onProbed: () => wake(),
  });

  function settle(upload: Upload): void {
    left.delete(upload);
    bytes -= upload.bytes;
  }

  async function attempt(upload: Upload, isProbe: boolean): Promise<UploadOutcome> {
    try {
      const outcome = stop.aborted ? 'failed' : await upload.run(stop, isProbe);
      if (outcome !== 'failed') settle(upload);
      return outcome;
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      warn('ASSETGEN_REMOTE', `shared cache: an upload failed: ${reason}`);
      settle(upload);
      return 'gone';
    }
  }

  async function run(upload: Upload): Promise<void> {
    const outcome = await queue.add(() => attempt(upload, false));
    if (outcome === 'failed' && !stop.aborted) away.add(upload);
  }

  function start(upload: Upload): void {
    const task = run(upload).finally(() => {
      active.delete(task);
      wake();
    });
    active.add(task);
  }

  /** @param untilMs when all of it ends @param awayMs when places that are away are given up */
  async function idle(untilMs: number, awayMs: number): Promise<void> {
    while (left.size > 0 && !signal.aborted) {
      const now = clock.now();
      const ends = active.size > 0 ? untilMs : away.hasOwn() ? awayMs : now;
      if (now >= ends) return;
      const over = new AbortController();
      const changed = new Promise<void>((resolve) => {
        wake = resolve;
      });
      const timer = clock.sleep(ends - now, { signal: AbortSignal.any([over.signal, signal]) });
      await Promise.race([changed, timer.catch(() => undefined)]);
      over.abort();
    }
  }

  return {
    add(upload) {
      total += 1;
      bytes += upload.bytes;
      left.add(upload);
      start(upload);
    },
    async finish(tell) {
      const over = new AbortController();
      const now = clock.now();
      const limitMs = times.finishMs + (bytes / times.leastRate) * 1000;
      const telling = tellOften();
      await idle(now + limitMs, now + times.awayMs);
      late.abort(new Error('the build is over'));
      over.abort();
      // They end with their signal.
      await Promise.all([...active, away.ended(), telling]);
      return [...left];

      async function tellOften(): Promise<void> {
        while (!over.signal.aborted) {
          await clock.sleep(TELL_MS, { signal: over.signal }).catch(() => undefined);
          if (over.signal.aborted || left.size === 0) return;
          tell({ done: total - left.size, total, bytes });
        }
      }
    },
  };
}
