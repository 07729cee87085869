import { expect, it } from 'vitest';
import type { RateSignals } from './rate-headers.ts';
import { createRateLimiter } from './rate-limiter.ts';
import {
  atOnce,
  bucket,
  fixedWindow,
  jumpingClock,
  slidingWindow,
} from '../testing/limited-service.ts';
import type { Limit } from '../testing/limited-service.ts';

const QUIET: RateSignals = { retryAfterMs: null, limit: null, remaining: null, resetMs: null };

/** What a 429 says of the time until a request would pass. Unit: milliseconds. */
type Told = (waitMs: number, now: number) => number | null;

const nothing: Told = () => null;
/** Whole seconds, rounded up, as most services tell them. */
const seconds: Told = (waitMs) => Math.ceil(waitMs / 1000) * 1000;
const zero: Told = () => 0;
/** A date has whole seconds: it is told as the next one. */
const date: Told = (waitMs, now) => Math.ceil((now + waitMs) / 1000) * 1000 - now;

interface Row {
  readonly name: string;
  readonly limit: () => Limit;
  readonly told: Told;
  /** @default 5700: 2,000 assets, each with a create and some queries */
  readonly requests?: number;
  /** Of the service's answers; each takes half to one and a half of it. Unit: milliseconds. @default 20 */
  readonly latencyMs?: number;
  /** @default 1 */
  readonly machines?: number;
  /** Time ÷ possible time, at most. @default 1.1 */
  readonly most?: number;
  /** Refusals ÷ requests, at most. @default 0.06 */
  readonly refused?: number;
}

interface Outcome {
  readonly ratio: number;
  readonly refused: number;
}

async function play({
  limit,
  told,
  requests = 5_700,
  latencyMs = 20,
  machines = 1,
}: Row): Promise<Outcome> {
  const clock = jumpingClock();
  const service = limit();
  let seed = 1;
  const random = (): number => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fffffff;
    return seed / 0x80000000;
  };
  let underWay = 0;
  let refused = 0;
  let left = requests;
  const machine = async (): Promise<void> => {
    const limiter = createRateLimiter(clock);
    // As many as a build may have in flight.
    const one = async (): Promise<void> => {
      while (left > 0) {
        left -= 1;
        for (;;) {
          const permit = await limiter.acquire(random() < 0.4 ? 'create' : 'query');
          await clock.sleep(latencyMs * 0.1);
          const wait = service.admit(clock.now(), underWay);
          if (wait !== null) {
            await clock.sleep(latencyMs * 0.1);
            refused += 1;
            permit.limited(told(wait, clock.now()));
            continue;
          }
          underWay += 1;
          await clock.sleep(latencyMs * (0.3 + random()));
          underWay -= 1;
          await clock.sleep(latencyMs * 0.1);
          permit.answered(QUIET);
          break;
        }
      }
    };
    await Promise.all(Array.from({ length: 300 }, one));
  };
  await clock.run(Promise.all(Array.from({ length: machines }, machine)));
  const possible = service.possibleMs(requests, latencyMs) + latencyMs;
  return { ratio: clock.now() / possible, refused: refused / requests };
}

/**
 * Above 1.1 stand the limits that cost by themselves: a bucket without a burst, and those where each
 * refusal, of which several machines need some, closes the service for a whole second.
 */
const ROWS: readonly Row[] = [
  {
    name: 'a bucket of 50 a second that holds 50, nothing told',
    limit: () => bucket(50, 50),
    told: nothing,
  },
  {
    name: 'a bucket of 50 a second that holds 50, Retry-After in whole seconds',
    limit: () => bucket(50, 50),
    told: seconds,
  },
  {
    name: 'a bucket of 50 a second that holds 50, Retry-After: 0',
    limit: () => bucket(50, 50),
    told: zero,
  },
  {
    name: 'a bucket of 50 a second that holds 50, Retry-After as a date',
    limit: () => bucket(50, 50),
    told: date,
  },
  {
    name: 'a bucket of 50 a second that holds 5, nothing told',
    limit: () => bucket(50, 5),
    told: nothing,
  },
  {
    name: 'a bucket of 50 a second that holds 1, nothing told',
    limit: () => bucket(50, 1),
    told: nothing,
    most: 1.5,
  },
  {
    name: 'a bucket of 50 a second that holds 3,000, nothing told',
    limit: () => bucket(50, 3000),
    told: nothing,
    refused: 0.15,
  },
  {
    name: 'a bucket of 50, slow answers',
    limit: () => bucket(50, 50),
    told: nothing,
    latencyMs: 400,
  },
  {
    name: 'a bucket of 50, slow answers, seconds',
    limit: () => bucket(50, 50),
    told: seconds,
    latencyMs: 400,
  },
  { name: '50 in each second, nothing told', limit: () => fixedWindow(50, 1000), told: nothing },
  {
    name: '50 in each second, Retry-After',
    limit: () => fixedWindow(50, 1000),
    told: seconds,
    most: 1.25,
  },
  { name: '300 a minute, nothing told', limit: () => fixedWindow(300, 60_000), told: nothing },
  { name: '300 a minute, Retry-After', limit: () => fixedWindow(300, 60_000), told: seconds },
  {
    // Spread to its end, the last window would take a whole minute more.
    name: '300 a minute, nothing told, the last of four windows not full',
    requests: 1_100,
    limit: () => fixedWindow(300, 60_000),
    told: nothing,
    most: 1.06,
  },
  {
    name: '300 in any minute, nothing told',
    limit: () => slidingWindow(300, 60_000),
    told: nothing,
    most: 1.2,
    refused: 0.1,
  },
  {
    name: '300 in any minute, Retry-After',
    limit: () => slidingWindow(300, 60_000),
    told: seconds,
    most: 1.2,
    refused: 0.1,
  },
  {
    name: '3,000 in any minute, Retry-After as a date',
    requests: 57_000,
    limit: () => slidingWindow(3000, 60_000),
    told: date,
  },
  { name: '4 at once, nothing told', limit: () => atOnce(4), told: nothing, latencyMs: 200 },
  { name: '4 at once, Retry-After: 0', limit: () => atOnce(4), told: zero, latencyMs: 200 },
  {
    name: '4 at once, Retry-After: 1',
    limit: () => atOnce(4),
    told: seconds,
    latencyMs: 200,
    most: 1.25,
  },
  {
    name: '4 machines, a bucket of 50 that holds 50',
    limit: () => bucket(50, 50),
    told: nothing,
    machines: 4,
  },
  {
    name: '4 machines, a bucket of 50, seconds',
    limit: () => bucket(50, 50),
    told: seconds,
    machines: 4,
    most: 1.2,
  },
  {
    name: '4 machines, 300 a minute',
    limit: () => fixedWindow(300, 60_000),
    told: nothing,
    machines: 4,
    most: 1.25,
    refused: 0.1,
  },
  {
    name: '4 machines, 300 a minute, Retry-After',
    limit: () => fixedWindow(300, 60_000),
    told: seconds,
    machines: 4,
    most: 1.25,
  },
];

it.each(ROWS)('$name', async (row) => {
  const { ratio, refused } = await play(row);
  expect(ratio).toBeLessThanOrEqual(row.most ?? 1.1);
  expect(refused).toBeLessThanOrEqual(row.refused ?? 0.06);
});
