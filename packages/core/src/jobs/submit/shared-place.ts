import type { Clock } from '../../ports.ts';
import { JobError } from '../job-error.ts';
import { createPatience } from './patience.ts';
import { isDamaged, isReadOnly, isRefusal, lackOf, reasonOf } from './place-errors.ts';
import { placeWarnings } from './place-warnings.ts';
import type { ToldPlace } from './place-warnings.ts';
import { isForgotten } from './watch-epoch.ts';

export interface SharedPlaceOptions extends ToldPlace {
  readonly clock: Clock;
  /** How long the place is waited for, from the first question that failed. Unit: milliseconds. */
  readonly patienceMs: number;
  /** Of the run: once it is aborted, nothing waits any more. */
  readonly signal: AbortSignal;
  /** When the place last answered a part of a question, by the clock; null: never, or not known. @default null */
  readonly heardAt?: () => number | null;
}

/** The place that a team's machines have in common, as far as it can be reached. */
export interface SharedPlace {
  /**
   * Asks, and asks again while the place is away: it may come twice, and must do no harm then. null
   * where the place has been away for longer than the patience.
   * @throws the reason of the run's signal, where that is aborted and the place does not answer:
   *   somebody who stops a run does not mean "buy alone"
   */
  ask<T>(work: () => Promise<T>): Promise<T | null>;
  /** Asks once and for a short time, also where the place was given up. */
  askOnce<T>(work: () => Promise<T>): Promise<T | null>;
  /** Notes whether another machine was last seen to be at an operation. */
  note(id: string, isOthers: boolean): void;
  isOthers(id: string): boolean;
  /** Whether it was away a short time ago. */
  readonly blinked: boolean;
  /**
   * A purchase that another machine had begun when the place went away is not repeated here.
   * @throws JobError `ASSETGEN_LEASE`
   */
  assertReachable(id: string, asset: string): void;
}

/** Between two questions to a place that is away; the last for ever. Unit: milliseconds. */
const PAUSES_MS = [250, 500, 1_000, 2_000, 3_000] as const;
/** How often a place that was given up is tried: it may be back. Unit: milliseconds. */
const PROBE_MS = 5_000;
/** Unit: milliseconds. */
const BLINK_MS = 60_000;
/** How often what is damaged is read again: it may have been read while it was written. */
const DAMAGED_TRIES = 4;
/** At the end of a run nothing waits for longer. Unit: milliseconds. */
const ONCE_MS = 5_000;
/** An attempt that hangs for long is made less often. */
const PROBE_FACTOR = 10;

export function sharedPlace(options: SharedPlaceOptions): SharedPlace {
  const { clock, mayBuyAlone, patienceMs, label, signal, heardAt = () => null } = options;
  const patience = createPatience(clock, patienceMs, heardAt);
  const tell = placeWarnings(options);
  /** Set once it has been away for too long; cleared when it is back. */
  let givenUp: { readonly why: unknown; readonly probeAt: number } | null = null;
  let lastAway = Number.NEGATIVE_INFINITY;
  const others = new Set<string>();

  function cameBack(): void {
    patience.renew();
    givenUp = null;
  }

  function giveUp(why: unknown, tookMs: number): void {
    givenUp = { why, probeAt: clock.now() + Math.max(PROBE_MS, PROBE_FACTOR * tookMs) };
    tell.end(why);
  }

  async function ask<T>(work: () => Promise<T>): Promise<T | null> {
    const stop = patience.start();
    try {
      return await askPatiently(work);
    } finally {
      stop();
    }
  }

  async function askPatiently<T>(work: () => Promise<T>): Promise<T | null> {
    for (let tries = 0; ; tries += 1) {
      const started = clock.now();
      if (givenUp !== null) {
        if (started < givenUp.probeAt) return null;
        // One asks; the others go on without it.
        givenUp = { ...givenUp, probeAt: Number.POSITIVE_INFINITY };
      }
      try {
        const value = await work();
        cameBack();
        return value;
      } catch (error) {
        // It can be reached; to buy without it would buy even more twice.
        if (isForgotten(error)) {
          cameBack();
          throw error;
        }
        // Its damage is not that of the place: elsewhere it is as good as ever.
        if (isDamaged(error) && tries >= DAMAGED_TRIES) {
          cameBack();
          throw error;
        }
        lastAway = clock.now();
        const tookMs = lastAway - started;
        const { leftMs } = patience;
        if (givenUp !== null || leftMs <= 0 || (isRefusal(error) && !isDamaged(error))) {
          giveUp(error, tookMs);
          return null;
        }
        signal.throwIfAborted();
        // Where it answers, a person may know better than to wait.
        if (patience.isLong || isReadOnly(error)) tell.wait(error, leftMs);
        const pause = PAUSES_MS[Math.min(tries, PAUSES_MS.length - 1)] ?? 0;
        const shortest = PAUSES_MS[0];
        await clock
          .sleep(Math.max(shortest, Math.min(pause, leftMs)), { signal })
          .catch(() => undefined);
      }
    }
  }

  return {
    ask,
    async askOnce(work) {
      const over = new AbortController();
      const late = clock.sleep(ONCE_MS, { signal: over.signal }).then((): never => {
        throw new Error('it does not answer');
      });
      late.catch(() => undefined);
      try {
        return await Promise.race([work(), late]);
      } catch {
        lastAway = clock.now();
        return null;
      } finally {
        over.abort();
      }
    },
    note(id, isOthers) {
      if (isOthers) others.add(id);
      else others.delete(id);
    },
    isOthers: (id) => others.has(id),
    get blinked() {
      return clock.now() - lastAway < BLINK_MS;
    },
    assertReachable(id, asset) {
      if (givenUp === null) return;
      const { why } = givenUp;
      const refuse = (message: string, hint: string): JobError =>
        new JobError('ASSETGEN_LEASE', asset, [], message, { hint, cause: why });
      if (others.has(id)) {
        throw refuse(
          `another machine was buying it when shared cache ${label} went away (${reasonOf(why)}); nothing was submitted`,
          'Run again when the shared cache can be reached.',
        );
      }
      if (mayBuyAlone) return;
      throw refuse(
        `shared cache ${label} cannot be ${lackOf(why)} (${reasonOf(why)}), and "cache.buyAlone" is false; nothing was submitted`,
        'Run again when it can be reached.',
      );
    },
  };
}
