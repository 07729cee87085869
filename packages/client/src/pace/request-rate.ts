/** How many requests go out in a time. */
export interface RequestRate {
  /** No limit is known. */
  readonly isUnlimited: boolean;
  /** The time between two requests; 0 without a limit. Unit: milliseconds. */
  readonly spacingMs: number;
  /** How long the next request has to wait. Unit: milliseconds. */
  waitMs(now: number): number;
  delayUntil(at: number): void;
  sent(now: number): void;
  passed(now: number): void;
  /** A request was refused: it was too fast. */
  cut(now: number): void;
  /** A request was refused for another reason: not much faster, all the same, than what passes. */
  bound(now: number): void;
  /** What passed in a window of the service: that is its rate. */
  learn(perMs: number, now: number): void;
  /** A little more is tried, after so long without a refusal. Unit: milliseconds. */
  grow(now: number, everyMs: number): void;
  /** True once a rate that we keep has been refused: it is near the limit. */
  readonly isTried: boolean;
}

/** Slower than this we never get, however often we are refused. Unit: requests per millisecond. */
const SLOWEST = 6 / 60_000;
/** The times over which answers are counted to measure a rate. Unit: milliseconds. */
const MEASURE_MS = 2_000;
const LEAST_MEASURE_MS = 500;
const FIRST_MEASURE_MS = 100;
/** So many refusals need no measurement: it is far too fast. */
const MANY = 8;
/** More answers need not be counted. */
const MOST_COUNTED = 10_000;
/** What is left of a rate that was refused, at most and at least. */
const LEAST_CUT = 0.97;
const MOST_CUT = 0.5;
/** The rate grows by this part, by twice that next, and so on until it is refused. */
const GROWTH = 0.02;
const MOST_GROWTH = 0.25;
/** Before the first refusal of a rate it grows by this part. */
const EARLY_GROWTH = 0.5;
/** Where the rate is not what is refused, it is at most so many times what passes. */
const ABOVE_SEEN = 2;
/** Requests delayed by more than this are sent later: a machine may be busy. Unit: milliseconds. */
const CATCH_UP_MS = 100;

/** Learned from what passes until one is refused; grows slowly from then on. */
export function createRequestRate(): RequestRate {
  /** Requests per millisecond; null: no limit known. */
  let rate: number | null = null;
  let nextAt = 0;
  let steps = 0;
  let changedAt = 0;
  let isHeldBack = false;
  let isTried = false;
  /** Times of answers, the latest last. */
  const passes: number[] = [];
  let measuredFrom: number | null = null;
  let refusals = 0;

  function seen(now: number): number {
    while (passes.length > 0 && (passes[0] ?? 0) <= now - MEASURE_MS) passes.shift();
    const spanMs = Math.max(FIRST_MEASURE_MS, Math.min(MEASURE_MS, now - (measuredFrom ?? now)));
    return Math.max(1, passes.length) / spanMs;
  }

  function set(next: number, now: number): void {
    rate = Math.max(SLOWEST, next);
    nextAt = Math.max(nextAt, now);
    steps = 0;
    changedAt = now;
    isHeldBack = false;
  }

  const isMeasured = (now: number): boolean => now - (measuredFrom ?? now) >= LEAST_MEASURE_MS;

  return {
    get isUnlimited() {
      return rate === null;
    },
    get isTried() {
      return isTried;
    },
    get spacingMs() {
      return rate === null ? 0 : 1 / rate;
    },
    waitMs(now) {
      if (nextAt <= now) return 0;
      isHeldBack = true;
      return nextAt - now;
    },
    delayUntil(at) {
      nextAt = Math.max(nextAt, at);
    },
    sent(now) {
      measuredFrom ??= now;
      if (rate !== null) nextAt = Math.max(nextAt, now - CATCH_UP_MS) + 1 / rate;
    },
    passed(now) {
      passes.push(now);
      if (passes.length > MOST_COUNTED) passes.shift();
    },
    cut(now) {
      if (rate === null) {
        // Part of it came from what the service had saved up.
        set(seen(now) * MOST_CUT, now);
        return;
      }
      refusals += 1;
      if (!isMeasured(now) && refusals < MANY) return;
      isTried = true;
      // If the window was closed meanwhile, the rate seen is too low, and the rate tried is too high.
      const between = Math.sqrt(seen(now) * rate);
      set(Math.min(rate * LEAST_CUT, Math.max(rate * MOST_CUT, between)), now);
      passes.length = 0;
      measuredFrom = now;
      refusals = 0;
    },
    bound(now) {
      const most = ABOVE_SEEN * seen(now);
      if (rate === null || !isMeasured(now) || rate <= most) return;
      set(Math.max(rate * MOST_CUT, most), now);
    },
    learn(perMs, now) {
      isTried = true;
      set(perMs, now);
    },
    grow(now, everyMs) {
      if (rate === null || !isHeldBack || now - changedAt < everyMs) return;
      steps += 1;
      rate *= 1 + (isTried ? Math.min(MOST_GROWTH, GROWTH * 2 ** (steps - 1)) : EARLY_GROWTH);
      changedAt = now;
      isHeldBack = false;
    },
  };
}
