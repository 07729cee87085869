import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { planPoll } from './plan-poll.ts';
import { mean, quantile, simulateAlike, simulateMany, simulateOne } from '../testing/simulation.ts';
import type { OneJob, PROGRESS } from '../testing/simulation.ts';

async function jobs(count: number, progress: keyof typeof PROGRESS): Promise<readonly OneJob[]> {
  const list: OneJob[] = [];
  for (let seed = 0; seed < count; seed += 1) {
    list.push(await simulateOne(seed, progress));
  }
  return list;
}

describe('one job of a lognormal time, median 60 s, sigma 0.7', { timeout: 300_000 }, () => {
  it.each([
    ['linear', 10],
    ['none', 20],
  ] as const)('progress %s: little time added, with at most %i polls', async (progress, most) => {
    const list = await jobs(400, progress);
    const added = list.map((job) => job.added);
    expect(mean(added)).toBeLessThanOrEqual(0.05);
    expect(quantile(added, 0.95)).toBeLessThanOrEqual(0.1);
    expect(mean(list.map((job) => job.polls))).toBeLessThanOrEqual(most);
  });

  it('progress that stalls costs a little, not much', async () => {
    const added = (await jobs(200, 'stall')).map((job) => job.added);
    expect(mean(added)).toBeLessThan(0.065);
  });
});

describe('many jobs against 300 requests a minute', () => {
  it.each([1, 2, 3])('1,000 of them, seed %i', async (seed) => {
    const run = await simulateMany({ jobs: 1000, perMinute: 300, seed });
    expect(run.creates).toBe(1000);
    // The service does not say when it opens: that costs a probe every five seconds.
    expect(run.refused).toBeLessThan(0.06 * (run.creates + run.polls));
    expect(run.makespanMs).toBeLessThanOrEqual(1.05 * run.limitMs);
  });
});

it('500 jobs of 8 s against 300 requests a minute', async () => {
  const run = await simulateAlike({ jobs: 500, jobMs: 8_000, perMinute: 300 });
  expect(run.creates).toBe(500);
  // A create and a poll each, of which the first minute's go out at once.
  expect(run.makespanMs).toBeLessThanOrEqual(1.05 * 180_000);
});

describe('planPoll', () => {
  const history = fc.record({
    elapsedMs: fc.double({ min: 0, max: 1e9, noNaN: true }),
    polls: fc.nat(100),
    told: fc.constantFrom('yes' as const, 'no' as const, 'unknown' as const),
    points: fc.array(
      fc.record({
        elapsedMs: fc.double({ min: 1, max: 1e9, noNaN: true }),
        percent: fc.integer({ min: 0, max: 100 }),
      }),
      { maxLength: 5 },
    ),
    sinceResult: fc.nat(10),
    minMs: fc.integer({ min: 1, max: 5000 }),
    trusted: fc.boolean(),
  });

  it('always waits, never less than the minimum, never more than its longest wait', () => {
    fc.assert(
      fc.property(history, (each) => {
        const { waitMs } = planPoll(each);
        expect(waitMs).toBeGreaterThanOrEqual(each.minMs);
        expect(waitMs).toBeLessThanOrEqual(20_000);
      }),
    );
  });

  it('waits no longer than the part of its age that it was given', () => {
    fc.assert(
      fc.property(history, fc.double({ min: 0.01, max: 1, noNaN: true }), (each, longestPart) => {
        const { waitMs } = planPoll({ ...each, longestPart });
        expect(waitMs).toBeLessThanOrEqual(Math.max(each.minMs, longestPart * each.elapsedMs));
      }),
    );
  });

  it('asks for the result again and again, whatever progress tells', () => {
    fc.assert(
      fc.property(history, (each) => {
        expect(planPoll({ ...each, told: 'yes', sinceResult: 5 }).ask).toBe('result');
      }),
    );
  });
});
