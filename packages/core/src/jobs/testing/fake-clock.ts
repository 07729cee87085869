import type { Clock } from '../../ports.ts';

interface Sleeper {
  readonly at: number;
  readonly order: number;
  wake(): void;
}

/** A clock that moves only when everything waits: sleeping costs no time. */
export interface FakeClock extends Clock {
  /** Moves time on, sleeper by sleeper, until `work` settles. */
  run<T>(work: Promise<T>): Promise<T>;
}

/** @param files true where the work reads and writes files, which go on without time */
export function fakeClock(files = true): FakeClock {
  let now = 1_700_000_000_000;
  let order = 0;
  const sleepers: Sleeper[] = [];

  function push(sleeper: Sleeper): void {
    let low = 0;
    let high = sleepers.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      const other = sleepers[middle];
      const later =
        other !== undefined &&
        (other.at > sleeper.at || (other.at === sleeper.at && other.order > sleeper.order));
      // Latest first, so that the next to wake is popped from the end.
      if (later) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    sleepers.splice(low, 0, sleeper);
  }

  return {
    now: () => now,
    sleep(ms, options) {
      const signal = options?.signal;
      return new Promise((resolve, reject) => {
        if (signal?.aborted === true) {
          reject(signal.reason);
          return;
        }
        const sleeper: Sleeper = {
          at: now + Math.max(0, ms),
          order: (order += 1),
          wake() {
            signal?.removeEventListener('abort', abort);
            resolve();
          },
        };
        const abort = (): void => {
          sleepers.splice(sleepers.indexOf(sleeper), 1);
          reject(signal?.reason);
        };
        signal?.addEventListener('abort', abort, { once: true });
        push(sleeper);
      });
    },
    async run(work) {
      let settled = false;
      const watch = async (): Promise<void> => {
        await Promise.allSettled([work]);
        settled = true;
      };
      void watch();
      for (;;) {
        // Let everything that can run without time run first.
        await (files ? idle() : turn());
        if (settled) {
          return work;
        }
        const next = sleepers.pop();
        if (next !== undefined) {
          now = Math.max(now, next.at);
          next.wake();
        }
      }
    },
  };
}

/** Turns of the event loop, until nothing is left that goes on without time: no file operation. */
async function idle(): Promise<void> {
  do {
    for (let count = 0; count < 3; count += 1) {
      await turn();
    }
  } while (process.getActiveResourcesInfo().some((name) => /^(FS|FileHandle)/.test(name)));
}

function turn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}
