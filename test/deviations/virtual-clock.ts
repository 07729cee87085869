import diagnostics from 'node:diagnostics_channel';
import type { Clock } from '@assetgen/client';

interface Sleeper {
  readonly at: number;
  readonly wake: () => void;
}

/** Looks, a millisecond apart, after which nothing goes on but time. */
const QUIET_TURNS = 3;

/**
 * A clock for real sockets and real files: time stands still while a request is on its way or a file
 * is open, and else jumps to what waits next. An hour's pause takes a millisecond.
 */
export function virtualClock(): Clock {
  let now = Date.now();
  let sleepers: Sleeper[] = [];
  let running = false;

  async function run(): Promise<void> {
    running = true;
    while (sleepers.length > 0) {
      await quiet();
      const next = sleepers.reduce<Sleeper | null>(
        (first, each) => (first === null || each.at < first.at ? each : first),
        null,
      );
      if (next === null) break;
      sleepers = sleepers.filter((each) => each !== next);
      now = Math.max(now, next.at);
      next.wake();
    }
    running = false;
  }

  return {
    now: () => now,
    sleep(ms, { signal } = {}) {
      return new Promise((resolve, reject) => {
        if (signal?.aborted === true) {
          reject(signal.reason);
          return;
        }
        const abort = (): void => {
          sleepers = sleepers.filter((each) => each !== sleeper);
          reject(signal?.reason);
        };
        const sleeper: Sleeper = {
          at: now + Math.max(0, ms),
          wake() {
            signal?.removeEventListener('abort', abort);
            resolve();
          },
        };
        signal?.addEventListener('abort', abort, { once: true });
        sleepers.push(sleeper);
        if (!running) void run();
      });
    },
  };
}

/** Requests of this process that have no whole answer yet. */
const onTheirWay = new Set<object>();
const ended = (message: unknown): void =>
  void onTheirWay.delete((message as { request: object }).request);
diagnostics.subscribe('undici:request:create', (message) => {
  onTheirWay.add((message as { request: object }).request);
});
diagnostics.subscribe('undici:request:trailers', ended);
diagnostics.subscribe('undici:request:error', ended);

async function quiet(): Promise<void> {
  for (let turns = 0; turns < QUIET_TURNS; turns += 1) {
    // What does not show, such as a picture on its way through the thread pool, gets a moment.
    await new Promise((resolve) => setTimeout(resolve, 1));
    if (onTheirWay.size > 0 || isBusy()) turns = -1;
  }
}

/** Files. Not those that are open and that nobody reads from: uploads leave some. */
function isBusy(): boolean {
  return process.getActiveResourcesInfo().some((name) => name.startsWith('FSReq'));
}
