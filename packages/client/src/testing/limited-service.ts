import type { Clock } from '../clock.ts';

/** A limit of requests, and how a service tells of it. */
export interface Limit {
  /**
   * Lets a request through, or not.
   * @param underWay others that are being answered
   * @returns null: it passes; else how long until one would. Unit: milliseconds
   */
  admit(now: number, underWay: number): number | null;
  /** The least time in which so many requests can be answered. Unit: milliseconds. */
  possibleMs(requests: number, latencyMs: number): number;
}

/** A bucket that refills steadily. */
export function bucket(perSecond: number, size: number): Limit {
  let tokens = size;
  let at = 0;
  return {
    admit(now) {
      tokens = Math.min(size, tokens + ((now - at) * perSecond) / 1000);
      at = now;
      if (tokens < 1) return ((1 - tokens) * 1000) / perSecond;
      tokens -= 1;
      return null;
    },
    possibleMs: (requests) => (Math.max(0, requests - size) * 1000) / perSecond,
  };
}

/** So many in each minute (or another span) of the clock. */
export function fixedWindow(count: number, spanMs: number): Limit {
  let window = -1;
  let used = 0;
  return {
    admit(now) {
      const current = Math.floor(now / spanMs);
      if (current !== window) used = 0;
      window = current;
      if (used >= count) return (current + 1) * spanMs - now;
      used += 1;
      return null;
    },
    possibleMs: (requests) => (Math.ceil(requests / count) - 1) * spanMs,
  };
}

/** So many in any span. */
export function slidingWindow(count: number, spanMs: number): Limit {
  const times: number[] = [];
  return {
    admit(now) {
      while (times.length > 0 && (times[0] ?? 0) <= now - spanMs) times.shift();
      if (times.length >= count) return (times[0] ?? now) + spanMs - now;
      times.push(now);
      return null;
    },
    possibleMs: (requests) => (Math.ceil(requests / count) - 1) * spanMs,
  };
}

/** So many at once. */
export function atOnce(count: number): Limit {
  return {
    admit: (_now, underWay) => (underWay >= count ? 1 : null),
    possibleMs: (requests, latencyMs) => Math.ceil(requests / count) * latencyMs,
  };
}

/** A clock that jumps to the next sleeper when everything waits. */
export interface JumpingClock extends Clock {
  run<T>(work: Promise<T>): Promise<T>;
}

export function jumpingClock(): JumpingClock {
  let now = 0;
  /** The soonest last. */
  const sleepers: { at: number; wake: () => void }[] = [];
  return {
    now: () => now,
    sleep: (ms, { signal } = {}) =>
      new Promise<void>((wake) => {
        const sleeper = { at: now + ms, wake };
        let index = sleepers.length;
        while (index > 0 && (sleepers[index - 1]?.at ?? 0) <= sleeper.at) index -= 1;
        sleepers.splice(index, 0, sleeper);
        signal?.addEventListener('abort', () => {
          const found = sleepers.indexOf(sleeper);
          if (found < 0) return;
          sleepers.splice(found, 1);
          wake();
        });
      }),
    async run(work) {
      let isDone = false;
      const watch = async (): Promise<void> => {
        await Promise.allSettled([work]);
        isDone = true;
      };
      void watch();
      for (;;) {
        await new Promise((resolve) => {
          setImmediate(resolve);
        });
        if (isDone) return work;
        const next = sleepers.pop();
        now = Math.max(now, next?.at ?? now);
        next?.wake();
      }
    },
  };
}
