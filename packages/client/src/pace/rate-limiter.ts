import type { Clock } from '../clock.ts';
import { createLanes } from './lanes.ts';
import type { Lane, Waiting } from './lanes.ts';
import { createPace } from './pace.ts';
import { LongPause, createPauses } from './pauses.ts';
import type { Pause } from './pauses.ts';
import type { RateSignals } from './rate-headers.ts';

export interface AcquireOptions {
  readonly signal?: AbortSignal | undefined;
  /**
   * How much a query is worth right now; asked again at each turn, the largest goes first.
   * @default 1
   */
  readonly priority?: (() => number) | undefined;
}

export interface RateLimiterOptions {
  /**
   * The longest that a request waits for a pause, or for several. A request that would wait longer is refused at once. Unit: milliseconds. @default Infinity
   */
  readonly maxWaitMs?: number | undefined;
}

/** One limit for all requests to a service, creates and queries alike. */
export interface RateLimiter {
  /**
   * Resolves when the next request of this lane may go out; every permit is given back. Rejects
   * with the signal's reason, or a {@link LongPause}.
   */
  acquire(lane: Lane, options?: AcquireOptions): Promise<Permit>;
  /** The current pause; null where there is none. */
  pause(): Pause | null;
  /** Calls back when a pause begins or gets longer. Returns a function that stops this. */
  onPause(listener: (pause: Pause) => void): () => void;
}

/** Given back once, by one of its methods. */
export interface Permit {
  /** Any answer other than a 429: its headers may slow us down. */
  answered(signals: RateSignals): void;
  /**
   * A 429. Unit: milliseconds; null where it does not say how long.
   * @param words what the service said, cleaned
   */
  limited(retryAfterMs: number | null, words?: string | null): void;
  /** No answer. */
  failed(): void;
}

/** A pause that comes without a 429 is no longer. Unit: milliseconds. */
const QUIET_PAUSE_CAP_MS = 60_000;
/** Why a wait ends early. Nobody reads it: an error, with its stack, would be made for each answer. */
const LOOK_AGAIN = 'look again';

/**
 * Unlimited until the service says otherwise: by a 429, whose Retry-After is kept to the
 * millisecond, or by `X-RateLimit-Remaining` and `-Reset` (section 4.1). It learns its rate after a 429: see `pace.ts`.
 */
export function createRateLimiter(
  clock: Clock,
  { maxWaitMs = Infinity }: RateLimiterOptions = {},
): RateLimiter {
  const lanes = createLanes();
  const pace = createPace();
  const pauses = createPauses(clock, lanes.refuseBeyond);
  let isPumping = false;
  let wake: AbortController | null = null;

  async function pump(): Promise<void> {
    if (isPumping) return;
    isPumping = true;
    try {
      while (lanes.size > 0) {
        const now = clock.now();
        const wait = Math.max(pauses.leftMs(), pace.waitMs(now, lanes.size));
        if (wait === Infinity) return;
        if (wait > 0) {
          wake = new AbortController();
          await clock.sleep(wait, { signal: wake.signal }).catch(() => undefined);
          wake = null;
        } else {
          lanes.take(pace.isProbing)?.grant();
        }
      }
    } finally {
      isPumping = false;
    }
  }

  /** Looks again: something came back, or nobody waits any more. */
  function lookAgain(): void {
    wake?.abort(LOOK_AGAIN);
    void pump();
  }

  function permit(): Permit {
    const sent = pace.send(clock.now(), lanes.size > 0);
    let isOpen = true;
    const once = (work: () => void): void => {
      if (!isOpen) return;
      isOpen = false;
      work();
      lookAgain();
    };
    return {
      answered: (signals) =>
        once(() => {
          sent.passed(clock.now());
          heed(signals);
        }),
      limited: (retryAfterMs, words = null) =>
        once(() => {
          const now = clock.now();
          const asked = retryAfterMs === null ? 'HTTP 429' : 'HTTP 429 with Retry-After';
          const said = words === null ? '' : `: ${words}`;
          pauses.extend(now + sent.refused(now, retryAfterMs), `${asked}${said}`);
        }),
      failed: () => once(sent.lost),
    };
  }

  /** What an answer says of the requests that are left. */
  function heed({ limit, remaining, resetMs }: RateSignals): void {
    if (remaining === null || resetMs === null || resetMs === 0) return;
    const now = clock.now();
    if (remaining === 0) {
      const until = now + Math.min(resetMs, QUIET_PAUSE_CAP_MS);
      pauses.extend(until, 'its rate limit has no request left (X-RateLimit-Remaining: 0)');
    } else if (limit !== null && remaining < limit / 10 && resetMs <= QUIET_PAUSE_CAP_MS) {
      // Spread what is left over the time that it must last.
      pace.delayUntil(now + resetMs / remaining);
    }
  }

  return {
    acquire(lane, { signal, priority = () => 1 } = {}) {
      return new Promise((resolve, reject) => {
        if (signal?.aborted === true) {
          reject(signal.reason);
          return;
        }
        const pause = pauses.current();
        if (pause !== null && pauses.leftMs() > maxWaitMs) {
          reject(new LongPause(pause));
          return;
        }
        const leave = (reason: unknown): void => {
          signal?.removeEventListener('abort', abort);
          lanes.remove(lane, waiting);
          // Nobody waits any more: a timer for an hour would keep the process.
          if (lanes.size === 0) wake?.abort(LOOK_AGAIN);
          reject(reason);
        };
        const abort = (): void => leave(signal?.reason);
        const waiting: Waiting = {
          priority,
          until: clock.now() + maxWaitMs,
          grant() {
            signal?.removeEventListener('abort', abort);
            resolve(permit());
          },
          refuse: leave,
        };
        signal?.addEventListener('abort', abort, { once: true });
        lanes.add(lane, waiting);
        void pump();
      });
    },
    pause: pauses.current,
    onPause: pauses.onPause,
  };
}
