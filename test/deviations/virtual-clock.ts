import diagnostics from 'node:diagnostics_channel';
import zlib from 'node:zlib';
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
    if (onTheirWay.size > 0 || isDecoding() || isBusy()) turns = -1;
  }
}

/** Files. Not those that are open and that nobody reads from: uploads leave some. */
function isBusy(): boolean {
  return process.getActiveResourcesInfo().some((name) => name.startsWith('FSReq'));
}

/** Pieces that a decoder of zlib works on, in a thread that nothing else tells of, with their start. */
const decoding = new Map<object, number>();
/** A decoder that is given up never says that it ended. Unit: milliseconds. */
const GIVEN_UP_MS = 1000;

function isDecoding(): boolean {
  const now = performance.now();
  return [...decoding.values()].some((since) => now - since < GIVEN_UP_MS);
}

type Transform = (this: object, piece: unknown, encoding: string, done: () => void) => void;

/** The method by which a stream of Node takes a piece (`stream.Transform`). */
const TRANSFORM = '_transform';

/** What gzip, deflate and brotli have in common. */
function sharedPrototype(): { [TRANSFORM]: Transform } {
  let prototype: object = zlib.createGunzip();
  while (!Object.hasOwn(prototype, TRANSFORM)) {
    prototype = Object.getPrototypeOf(prototype) as object;
  }
  return prototype as { [TRANSFORM]: Transform };
}

const shared = sharedPrototype();
const transform = shared[TRANSFORM];
shared[TRANSFORM] = function counted(piece, encoding, done) {
  const token = {};
  decoding.set(token, performance.now());
  transform.call(this, piece, encoding, () => {
    decoding.delete(token);
    done();
  });
};
