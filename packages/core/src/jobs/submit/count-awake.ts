import type { Clock } from '../../ports.ts';

/** How exactly waiting is measured. Unit: milliseconds. */
const TICK_MS = 1_000;

/**
 * Counts the time in which this machine runs. One that was asleep, or stopped, has not waited
 * meanwhile: its connections are gone whatever became of the place, and the clock tells it too late.
 */
export function countAwake(clock: Clock, count: (ms: number) => void): { start(): () => void } {
  let users = 0;
  let over = new AbortController();

  async function tick(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const before = clock.now();
      await clock.sleep(TICK_MS, { signal }).catch(() => undefined);
      count(Math.min(clock.now() - before, 2 * TICK_MS));
    }
  }

  return {
    start() {
      users += 1;
      if (users === 1) {
        over = new AbortController();
        void tick(over.signal);
      }
      return () => {
        users -= 1;
        if (users === 0) over.abort();
      };
    },
  };
}
