import { setMaxListeners } from 'node:events';
import { lazyQueue } from '../../lazy-queue.ts';
import type { Clock } from '../../ports.ts';
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
/** Between two probes of a place that is away; the last for ever. Unit: milliseconds. */
const PROBES_MS = [500, 1_000, 2_000, 4_000, 8_000] as const;

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
  const waiting = new Map<object, Upload[]>();
  const probing = new Map<object, Promise<void>>();
  let wake = (): void => undefined;

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
    if (outcome === 'failed' && !stop.aborted) wait(upload);
  }

  function start(upload: Upload): void {
    const task = run(upload).finally(() => {
      active.delete(task);
      wake();
    });
    active.add(task);
  }

  function wait(upload: Upload): void {
    const { place } = upload;
    waiting.set(place, [...(waiting.get(place) ?? []), upload]);
    if (probing.has(place)) return;
    const probe = probeOften(place).finally(() => {
      probing.delete(place);
      wake();
    });
    probing.set(place, probe);
  }

  /** Tries one of those that wait from time to time; when it goes through, all others follow. */
  async function probeOften(place: object): Promise<void> {
    for (let tries = 0; ; tries += 1) {
      const pause = PROBES_MS[Math.min(tries, PROBES_MS.length - 1)] ?? 0;
      await clock.sleep(pause, { signal: stop }).catch(() => undefined);
      if (stop.aborted) return;
      const [first, ...others] = waiting.get(place) ?? [];
      if (first === undefined) return;
      const outcome = await attempt(first, true);
      if (outcome === 'failed') continue;
      // Those that came meanwhile wait with the others.
      const all = waiting.get(place)?.slice(1) ?? others;
      waiting.delete(place);
      for (const upload of all) start(upload);
      return;
    }
  }

  /** Whether something that this run made waits for a place that is away. */
  const hasOwnWaiting = (): boolean =>
    [...waiting.values()].some((uploads) => uploads.some(({ isLeft }) => !isLeft));

  /** @param untilMs when all of it ends @param awayMs when places that are away are given up */
  async function idle(untilMs: number, awayMs: number): Promise<void> {
    while (left.size > 0 && !signal.aborted) {
      const now = clock.now();
      const ends = active.size > 0 ? untilMs : hasOwnWaiting() ? awayMs : now;
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
      await Promise.all([...active, ...probing.values(), telling]);
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
