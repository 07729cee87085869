import type { Clock } from './clock.ts';
import type { RateSignals } from './rate-headers.ts';

export interface AcquireOptions {
  readonly signal?: AbortSignal | undefined;
  /**
   * How much a query is worth right now; asked again at each turn, the largest goes first.
   * @default 1
   */
  readonly priority?: (() => number) | undefined;
}

/** A time in which no request goes out, as the service asked for it. */
export interface Pause {
  /** When it ends, by the clock. Unit: milliseconds. */
  readonly until: number;
  /** What asked for it, in words. */
  readonly cause: string;
}

export interface RateLimiterOptions {
  /**
   * The longest that a request waits for a pause, or for several. What would wait longer is refused
   * at once. Unit: milliseconds. @default Infinity
   */
  readonly maxWaitMs?: number | undefined;
}

/** A pause outlasts what a request may wait for. */
export class LongPause extends Error {
  override readonly name: string = 'LongPause';
  readonly pause: Pause;
  constructor(pause: Pause) {
    super('the pause is longer than may be waited');
    this.pause = pause;
  }
}

/** One bucket for all requests to a service, creates and queries alike. */
export interface RateLimiter {
  /**
   * Resolves when the next request of this lane may go out; every permit is given back. Rejects
   * with the signal's reason, or a {@link LongPause}.
   */
  acquire(lane: 'create' | 'query', options?: AcquireOptions): Promise<Permit>;
  /** The pause that goes on; null where there is none. */
  pause(): Pause | null;
  /** Hears of each pause when it begins, and when it gets longer; gives what ends that. */
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

/** Creates that go out for each query when both wait; a create starts a clock, a query only reads one. */
const CREATES_PER_QUERY = 16;
const WINDOW_MS = 60_000;
const DEFAULT_PAUSE_MS = 60_000;
const QUIET_PAUSE_CAP_MS = 60_000;
/** A shorter Retry-After comes from a bucket that refills steadily, not from a window of a minute. */
const WINDOWED_RETRY_MS = 10_000;
const SAFETY = 0.985;
/** Slower than this we never get, however often we are refused. Unit: requests per millisecond. */
const SLOWEST = 6 / WINDOW_MS;
/** While no limit is known: requests on their way at once. */
const UNKNOWN_AT_ONCE = 8;
/**
 * When so many went out within a minute that a limit may be near, the next one waits for the
 * answer of the last, or for this time: then the limit refuses one, not a crowd.
 */
const CAREFUL_FROM = 60;
const CAREFUL_MS = 100;

interface Waiting {
  readonly priority: () => number;
  readonly grant: () => void;
  readonly refuse: (error: LongPause) => void;
  /** No pause is waited for beyond this time. */
  readonly until: number;
}

/** A shorter pause is no news. Unit: milliseconds. */
const TOLD_MS = 1_000;

/**
 * Unlimited until the service says otherwise. A first 429 that asks for a long pause tells the
 * limit of a minute: as many requests as the last minute took. Later ones halve the rate, which
 * then grows slowly again.
 */
export function createRateLimiter(
  clock: Clock,
  { maxWaitMs = Infinity }: RateLimiterOptions = {},
): RateLimiter {
  const lanes = { create: new Set<Waiting>(), query: new Set<Waiting>() };
  let pausedUntil = 0;
  /** Requests per millisecond; null: no limit known. */
  let rate: number | null = null;
  let growth = 1;
  let nextAt = 0;
  let grownAt = 0;
  let growEveryMs = WINDOW_MS;
  let createsInARow = 0;
  let pumping = false;
  let limitedAt = -Infinity;
  let underWay = 0;
  let startedAt = 0;
  let wake: AbortController | null = null;
  /** Times of the answers of the last minute that were no refusal. */
  const passed: number[] = [];
  const listeners = new Set<(pause: Pause) => void>();
  let told: Pause = { until: 0, cause: '' };

  function currentPause(): Pause | null {
    return pausedUntil > clock.now() ? { until: pausedUntil, cause: told.cause } : null;
  }

  /** No request goes out before `until`: who waits hears of it, and who may not wait is refused. */
  function pauseUntil(until: number, cause: string): void {
    if (until <= pausedUntil) return;
    pausedUntil = until;
    if (until - clock.now() >= TOLD_MS && until - told.until >= TOLD_MS) {
      told = { until, cause };
      for (const listener of listeners) listener(told);
    }
    for (const lane of Object.values(lanes)) {
      for (const waiting of lane) {
        if (until > waiting.until) waiting.refuse(new LongPause({ until, cause: told.cause }));
      }
    }
  }

  function passedInWindow(now: number): number {
    while (passed.length > 0 && (passed[0] ?? 0) <= now - WINDOW_MS) {
      passed.shift();
    }
    return passed.length;
  }

  function pick(): { lane: Set<Waiting>; waiting: Waiting } | null {
    const wantsQuery =
      lanes.create.size === 0 || (lanes.query.size > 0 && createsInARow >= CREATES_PER_QUERY);
    const lane = wantsQuery ? lanes.query : lanes.create;
    createsInARow = wantsQuery ? 0 : createsInARow + 1;
    let best: Waiting | null = null;
    let bestPriority = -Infinity;
    for (const waiting of lane) {
      const priority = lane === lanes.query ? waiting.priority() : 0;
      if (priority > bestPriority) {
        best = waiting;
        bestPriority = priority;
      }
    }
    return best === null ? null : { lane, waiting: best };
  }

  function waitMs(now: number): number {
    const careful = underWay > 0 && passedInWindow(now) + underWay >= CAREFUL_FROM;
    const unknown = careful ? startedAt + CAREFUL_MS - now : 0;
    return Math.max(pausedUntil - now, rate === null ? unknown : nextAt - now);
  }

  const isFull = (): boolean => rate === null && underWay >= UNKNOWN_AT_ONCE;

  function grant(now: number): void {
    const picked = pick();
    if (picked === null) {
      return;
    }
    picked.lane.delete(picked.waiting);
    underWay += 1;
    startedAt = now;
    if (rate !== null) {
      if (now - grownAt >= growEveryMs && lanes.create.size + lanes.query.size > 0) {
        rate *= growth;
        grownAt = now;
      }
      nextAt = Math.max(nextAt, now - 1000) + 1 / rate;
    }
    picked.waiting.grant();
  }

  async function pump(): Promise<void> {
    if (pumping) {
      return;
    }
    pumping = true;
    try {
      while (lanes.create.size + lanes.query.size > 0 && !isFull()) {
        const now = clock.now();
        const wait = waitMs(now);
        if (wait > 0) {
          wake = new AbortController();
          await clock.sleep(wait, { signal: wake.signal }).catch(() => undefined);
          wake = null;
        } else {
          grant(now);
        }
      }
    } finally {
      pumping = false;
    }
  }

  return {
    acquire(lane, options = {}) {
      const { signal } = options;
      return new Promise((resolve, reject) => {
        if (signal?.aborted === true) {
          reject(signal.reason);
          return;
        }
        const pause = currentPause();
        if (pause !== null && pause.until - clock.now() > maxWaitMs) {
          reject(new LongPause(pause));
          return;
        }
        const waiting: Waiting = {
          priority: options.priority ?? (() => 1),
          until: clock.now() + maxWaitMs,
          grant() {
            signal?.removeEventListener('abort', abort);
            resolve(permit());
          },
          refuse(error) {
            signal?.removeEventListener('abort', abort);
            leave();
            reject(error);
          },
        };
        const leave = (): void => {
          lanes[lane].delete(waiting);
          // Nobody waits any more: a timer for an hour would keep the process.
          if (lanes.create.size + lanes.query.size === 0) wake?.abort();
        };
        const abort = (): void => {
          leave();
          reject(signal?.reason);
        };
        signal?.addEventListener('abort', abort, { once: true });
        lanes[lane].add(waiting);
        void pump();
      });
    },
    pause: currentPause,
    onPause(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };

  function permit(): Permit {
    let open = true;
    const giveBack = (): void => {
      if (open) {
        open = false;
        underWay -= 1;
        wake?.abort();
        void pump();
      }
    };
    return {
      answered(signals) {
        passed.push(clock.now());
        answered(signals);
        giveBack();
      },
      limited(retryAfterMs, words = null) {
        limited(retryAfterMs, words);
        giveBack();
      },
      failed: giveBack,
    };
  }

  function answered({ limit, remaining, resetMs }: RateSignals): void {
    if (remaining === null || resetMs === null || resetMs === 0) {
      return;
    }
    const now = clock.now();
    if (remaining === 0) {
      const until = now + Math.min(resetMs, QUIET_PAUSE_CAP_MS);
      pauseUntil(until, 'no request is left of its rate limit (X-RateLimit-Remaining: 0)');
    } else if (limit !== null && remaining < limit / 10 && resetMs <= QUIET_PAUSE_CAP_MS) {
      // Spread what is left over the time that it must last.
      nextAt = Math.max(nextAt, now + resetMs / remaining);
      rate ??= (limit * SAFETY) / WINDOW_MS;
    }
  }

  function limited(retryAfterMs: number | null, words: string | null): void {
    const now = clock.now();
    const count = Math.max(1, passedInWindow(now));
    const span = now - (passed[0] ?? now);
    // A count over a good part of a minute is the rate itself, whatever pause is asked for.
    const windowed =
      retryAfterMs === null || retryAfterMs >= WINDOWED_RETRY_MS || span >= WINDOW_MS / 3;
    const sameBurst = now - limitedAt < 2_000 || now < pausedUntil;
    limitedAt = now;
    const asked = retryAfterMs === null ? 'HTTP 429' : 'HTTP 429 with Retry-After';
    const said = words === null ? '' : `: ${words}`;
    pauseUntil(now + (retryAfterMs ?? DEFAULT_PAUSE_MS), `${asked}${said}`);
    if (sameBurst) {
      return;
    }
    const counted = (count * SAFETY) / WINDOW_MS;
    const next = rate === null ? (windowed ? counted : counted / 2) : Math.min(rate, counted) / 2;
    rate = Math.max(next, SLOWEST);
    // A counted window is the limit itself: try for more seldom. A bucket's rate is a guess.
    growth = windowed ? 1.05 : 1.25;
    growEveryMs = windowed ? 15 * WINDOW_MS : WINDOW_MS;
    nextAt = pausedUntil;
    grownAt = pausedUntil;
  }
}
