import { describe, expect, it } from 'vitest';
import { createRateLimiter } from './rate-limiter.ts';
import { readRateSignals } from './rate-headers.ts';
import type { RateSignals } from './rate-headers.ts';
import { backoff, retryDelay } from '../send/retry-policy.ts';
import { jumpingClock } from '../testing/limited-service.ts';
import {
  AmbiguousError,
  RateLimitError,
  ServiceFailureError,
  UnreachableError,
} from '../service-errors.ts';

const NOW = Date.UTC(2026, 0, 1, 12);
const DATE = new Date(NOW).toUTCString();
const read = (headers: Record<string, string>): RateSignals =>
  readRateSignals((name) => ({ date: DATE, ...headers })[name] ?? null, 0);

describe('readRateSignals', () => {
  it.each([
    ['5', 5_000],
    ['0', 0],
    ['1.5', 1_500],
    [new Date(NOW + 30_000).toUTCString(), 30_000],
    [new Date(NOW - 30_000).toUTCString(), 0],
    ['soon', null],
    ['-5', null],
  ])('Retry-After %s', (value, ms) => {
    expect(read({ 'retry-after': value }).retryAfterMs).toBe(ms);
  });

  it.each([
    [String(NOW / 1000 + 40), 40_000],
    [String(NOW + 40_000), 40_000],
    [String(NOW / 1000 - 60), 0],
    ['40', 40_000],
    ['600', 600_000],
    ['601', null],
    [String(NOW / 1000 + 26 * 3600), null],
    ['x', null],
  ])('X-RateLimit-Reset %s', (value, ms) => {
    expect(read({ 'x-ratelimit-reset': value }).resetMs).toBe(ms);
  });
});

describe('retryDelay', () => {
  const facts = { operation: 'x', outcome: 'not-sent' } as const;
  it.each([
    ['safe', new ServiceFailureError('x', facts), true],
    ['safe', new UnreachableError('x', facts), true],
    ['create', new UnreachableError('x', facts), true],
    ['create', new UnreachableError('x', facts, true), false],
    ['create', new AmbiguousError('x', facts), false],
    ['create', new ServiceFailureError('x', facts), false],
    ['convert', new ServiceFailureError('x', facts), false],
    ['create', new RateLimitError('x', facts, null), true],
    ['convert', new AmbiguousError('x', facts), false],
    ['create', new Error('x'), false],
  ] as const)('%s after %s', (kind, error, again) => {
    expect(retryDelay(kind, error, 1, () => 0.5) !== null).toBe(again);
  });

  it('waits as long as a 429 says; else the rate limiter finds out', () => {
    expect(retryDelay('create', new RateLimitError('x', facts, 7), 1, Math.random)).toBe(7);
    expect(retryDelay('create', new RateLimitError('x', facts, null), 1, Math.random)).toBe(0);
  });

  it('backs off within a bound', () => {
    for (let attempt = 1; attempt < 60; attempt += 1) {
      expect(backoff(attempt, () => 0.999)).toBeLessThanOrEqual(8_000);
    }
  });
});

const QUIET: RateSignals = { retryAfterMs: null, limit: null, remaining: null, resetMs: null };

describe('createRateLimiter', () => {
  it('lets everything through while no limit is known', async () => {
    const clock = jumpingClock();
    const limiter = createRateLimiter(clock);
    const all = Promise.all(
      Array.from({ length: 500 }, async () => (await limiter.acquire('query')).answered(QUIET)),
    );
    await clock.run(all);
    expect(clock.now()).toBe(0);
  });

  it('without a limit, slow answers are waited for together: up to 64 at once', async () => {
    const clock = jumpingClock();
    const limiter = createRateLimiter(clock);
    const one = async (): Promise<void> => {
      const permit = await limiter.acquire('query');
      await clock.sleep(500);
      permit.answered(QUIET);
    };
    await clock.run(Promise.all(Array.from({ length: 1_000 }, one)));
    // 8, 16, 32, then 64 each half a second.
    expect(clock.now()).toBeLessThan(11_000);
  });

  it('a 429 that says nothing is followed by single requests, queries first, each later', async () => {
    const clock = jumpingClock();
    const limiter = createRateLimiter(clock);
    const sent: [at: number, lane: string][] = [];
    const one = async (lane: 'create' | 'query'): Promise<void> => {
      for (;;) {
        const permit = await limiter.acquire(lane);
        sent.push([clock.now(), lane]);
        await clock.sleep(10);
        if (clock.now() > 30_000) return permit.answered(QUIET);
        permit.limited(null);
      }
    };
    const lanes = Array.from({ length: 20 }, (_each, index) => (index < 10 ? 'create' : 'query'));
    await clock.run(Promise.all(lanes.map(one)));
    // After the crowd of the first moment.
    const probes = sent.filter(([at]) => at > 0 && at < 30_000);
    expect(probes.length).toBeLessThan(15);
    expect(probes.slice(1).every(([, lane]) => lane === 'query')).toBe(true);
    const gaps = probes.slice(1).map(([at], index) => at - (probes[index]?.[0] ?? 0));
    for (const [index, gap] of gaps.slice(1).entries()) {
      expect(gap).toBeGreaterThanOrEqual(gaps[index] ?? 0);
    }
    expect(Math.max(...gaps)).toBeLessThanOrEqual(5_020);
  });

  it('tells of a pause with its cause, once, and for how long it lasts', async () => {
    const clock = jumpingClock();
    const limiter = createRateLimiter(clock);
    const told: unknown[] = [];
    const stop = limiter.onPause((pause) => told.push(pause));
    (await clock.run(limiter.acquire('create'))).limited(3_600_000, 'come back later');
    (await clock.run(limiter.acquire('create').catch(() => null)))?.limited(500);
    expect(told).toEqual([
      { until: 3_600_000, cause: 'HTTP 429 with Retry-After: come back later' },
    ]);
    stop();
  });

  it('refuses what may not wait so long, also what waits already', async () => {
    const clock = jumpingClock();
    const limiter = createRateLimiter(clock, { maxWaitMs: 900_000 });
    const permits = await Promise.all(
      Array.from({ length: 8 }, () => clock.run(limiter.acquire('create'))),
    );
    // All places are taken: this one waits when the pause begins.
    const waiting = limiter.acquire('query');
    permits[0]?.limited(3_600_000);
    await expect(waiting).rejects.toMatchObject({ pause: { until: 3_600_000 } });
    await expect(limiter.acquire('query')).rejects.toMatchObject({ name: 'LongPause' });
  });

  it('keeps no timer when nobody waits any more', async () => {
    const sleeps: (AbortSignal | undefined)[] = [];
    const clock = {
      now: () => 0,
      sleep: (_ms: number, options?: { readonly signal?: AbortSignal | undefined }) => {
        sleeps.push(options?.signal);
        return new Promise<void>((_resolve, reject) => {
          options?.signal?.addEventListener('abort', () => reject(new Error('aborted')));
        });
      },
    };
    const limiter = createRateLimiter(clock);
    (await limiter.acquire('create')).limited(3_600_000);
    const stop = new AbortController();
    const waiting = limiter.acquire('create', { signal: stop.signal });
    stop.abort(new Error('stopped'));
    await expect(waiting).rejects.toThrow('stopped');
    expect(sleeps.map((signal) => signal?.aborted)).toEqual([true]);
  });

  it('a permit that is not given back holds one place, not all', async () => {
    const clock = jumpingClock();
    const limiter = createRateLimiter(clock);
    await clock.run(limiter.acquire('create'));
    for (let count = 0; count < 20; count += 1) {
      (await clock.run(limiter.acquire('query'))).failed();
    }
  });

  it('keeps the rate that a first refusal has shown', async () => {
    const clock = jumpingClock();
    const limiter = createRateLimiter(clock);
    const times: number[] = [];
    let refused = 0;
    const one = async (): Promise<void> => {
      for (;;) {
        const permit = await limiter.acquire('query');
        const minute = Math.floor(clock.now() / 60_000);
        if (times.filter((at) => Math.floor(at / 60_000) === minute).length >= 100) {
          refused += 1;
          permit.limited(null);
          continue;
        }
        times.push(clock.now());
        permit.answered(QUIET);
        return;
      }
    };
    await clock.run(Promise.all(Array.from({ length: 600 }, one)));
    // Those of the first moment, and few in each minute.
    expect(refused).toBeLessThanOrEqual(120);
    expect(clock.now()).toBeLessThan(6.5 * 60_000);
  });

  it('waits for the reset when nothing remains, but never long without a refusal', async () => {
    for (const [resetMs, expected] of [
      [5_000, 5_000],
      [3_600_000, 60_000],
    ] as const) {
      const clock = jumpingClock();
      const limiter = createRateLimiter(clock);
      const permit = await clock.run(limiter.acquire('query'));
      permit.answered({ ...QUIET, limit: 10, remaining: 0, resetMs });
      await clock.run(limiter.acquire('query'));
      expect(clock.now()).toBe(expected);
    }
  });

  it('the query that is worth most goes first; creates are not starved by queries', async () => {
    const clock = jumpingClock();
    const limiter = createRateLimiter(clock);
    (await limiter.acquire('query')).limited(20_000);
    const order: string[] = [];
    const take = async (lane: 'create' | 'query', name: string, value: number): Promise<void> => {
      const permit = await limiter.acquire(lane, { priority: () => value });
      order.push(name);
      permit.answered(QUIET);
    };
    await clock.run(
      Promise.all([
        take('query', 'low', 0.1),
        take('query', 'high', 0.9),
        take('create', 'create', 0),
        take('query', 'middle', 0.5),
      ]),
    );
    expect(order).toEqual(['create', 'high', 'middle', 'low']);
  });

  it('a signal ends the wait', async () => {
    const clock = jumpingClock();
    const limiter = createRateLimiter(clock);
    (await limiter.acquire('query')).limited(3_600_000);
    const stop = new AbortController();
    const waiting = limiter.acquire('query', { signal: stop.signal });
    stop.abort(new Error('enough'));
    await expect(waiting).rejects.toThrow('enough');
  });
});
