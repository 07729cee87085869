import { describe, expect, it } from 'vitest';
import { fakeClock } from '../testing/fake-clock.ts';
import { simulateAlike } from '../testing/simulation.ts';
import { createJobTimes } from './job-times.ts';
import { firstWait, planPoll } from './plan-poll.ts';

const MINUTE = 60_000;

describe('jobs of one operation that take the same time', () => {
  it.each([
    [64, 8_000, 2],
    [300, 8_000, 2],
    [64, MINUTE, 18],
    [300, 200, 2],
  ])('%i of %i ms: the first run is hardly longer than one job', async (jobs, jobMs, polls) => {
    const run = await simulateAlike({ jobs, jobMs });
    // A millisecond of the clock for each create, and the first poll of a service that nobody knows.
    expect(run.makespanMs).toBeLessThanOrEqual(1.05 * Math.max(jobMs, 1_000) + 5 * jobs);
    // One goes ahead; the others are left alone for ten seconds, then polled as a job that is alone.
    expect(run.polls).toBeLessThanOrEqual(polls * jobs + 170);
    expect(run.creates).toBe(jobs);
  });

  it('done at once: what one run learned, the next begins with', async () => {
    const first = await simulateAlike({ jobs: 8, jobMs: 0 });
    let { times } = first;
    expect(first.makespanMs).toBeGreaterThanOrEqual(1_000);
    for (let runs = 0; runs < 3; runs += 1) {
      times = (await simulateAlike({ jobs: 8, jobMs: 0, times })).times;
    }
    const later = await simulateAlike({ jobs: 8, jobMs: 0, times });
    expect(later.makespanMs).toBeLessThanOrEqual(200);
    expect(later.polls).toBe(8);
  });

  it('what is learned does not drift from run to run', async () => {
    let times = {};
    for (let runs = 0; runs < 20; runs += 1) {
      const run = await simulateAlike({ jobs: 2, jobMs: 8_000, times });
      times = run.times;
      // The first run knows nothing, and polls two jobs as it polls one; the next two look closer.
      if (runs > 2) expect(run.makespanMs).toBeLessThanOrEqual(1.05 * 8_000);
    }
  });

  it('a service that got faster is found out soon', async () => {
    const slow = await simulateAlike({ jobs: 64, jobMs: MINUTE });
    const fast = await simulateAlike({ jobs: 64, jobMs: 1_000, times: slow.times });
    const next = await simulateAlike({ jobs: 64, jobMs: 1_000, times: fast.times });
    expect(fast.makespanMs).toBeLessThanOrEqual(21_000);
    expect(next.makespanMs).toBeLessThanOrEqual(11_000);
  });
});

describe('createJobTimes', () => {
  it('polls one job closely, and no other; none alone, known, or under a limit', () => {
    const times = createJobTimes({ known: [[4, 6]] });
    const alone = times.enter('model');
    expect(alone.isScout()).toBe(false);
    const others = Array.from({ length: 9 }, () => times.enter('model'));
    expect([alone, ...others].map((each) => each.isScout())).toEqual([
      true,
      ...others.map(() => false),
    ]);
    alone.leave();
    expect(others[0]?.isScout()).toBe(true);
    times.limited();
    expect(others[0]?.isScout()).toBe(false);
    const known = Array.from({ length: 9 }, () => times.enter('known'));
    expect(known.some((each) => each.isScout())).toBe(false);
  });

  it('those that are led are woken by the next to go ahead, where the first went without a time', async () => {
    const clock = fakeClock(false);
    const times = createJobTimes();
    const [first, second, ...others] = Array.from({ length: 6 }, () => times.enter('model'));
    expect(first?.isLed()).toBe(false);
    expect([second, ...others].map((each) => each?.isLed())).toEqual(Array(5).fill(true));
    const slept = second?.sleep(clock, MINUTE, undefined);
    first?.leave();
    expect(await slept).toBe(true);
    expect(second?.isScout()).toBe(true);
    for (const each of others.slice(0, 2)) each.leave();
    // Too few are left: each is polled as one that is alone.
    expect(others.at(-1)?.isLed()).toBe(false);
  });

  it('wakes those that sleep by the first time only', async () => {
    const clock = fakeClock(false);
    const times = createJobTimes();
    const [first, second] = [times.enter('model'), times.enter('model')];
    const slept = second.sleep(clock, MINUTE, undefined);
    first.learn(900, 1_100);
    expect(await slept).toBe(true);
    expect(second.known()).toEqual([1_000]);
    const again = second.sleep(clock, MINUTE, undefined);
    first.learn(1_900, 2_100);
    expect(await clock.run(again)).toBe(false);
    expect(times.learned()).toEqual({
      model: [
        [900, 1_100],
        [1_900, 2_100],
      ],
    });
  });

  it('a signal ends the sleep with its reason', async () => {
    const clock = fakeClock(false);
    const stop = new AbortController();
    const slept = createJobTimes().enter('model').sleep(clock, MINUTE, stop.signal);
    stop.abort(new Error('Ctrl-C'));
    await expect(slept).rejects.toThrow('Ctrl-C');
  });

  it('learns nothing from what waited for its turn under a limit, nor of what nobody names', () => {
    const times = createJobTimes();
    times.limited();
    times.enter('model').learn(0, 300_000);
    times.enter(null).learn(0, 1_000);
    expect(times.learned()).toBeNull();
  });
});

const history = {
  polls: 1,
  told: 'no',
  points: [],
  sinceResult: 0,
  minMs: 1_000,
  trusted: true,
} as const;

describe('planPoll, where another job goes ahead', () => {
  it('leaves a job alone for ten seconds; under a limit, for as long as any', () => {
    expect(firstWait([], 1_000, { isLed: true })).toBe(10_000);
    expect(firstWait([], 1_000)).toBe(1_000);
    expect(planPoll({ ...history, elapsedMs: 4_000, isLed: true }).waitMs).toBe(6_000);
    expect(planPoll({ ...history, elapsedMs: 60_000, isLed: true }).waitMs).toBeLessThan(6_000);
    const limited = { ...history, isLed: true, isLimited: true };
    expect(planPoll({ ...limited, elapsedMs: 4_000 }).waitMs).toBe(20_000);
  });
});

describe('planPoll, where times are known', () => {
  it('comes right after half of those that are near, and never waits long for an outlier', () => {
    const known = [8_000, 8_000, 8_000];
    expect(firstWait(known, 1_000)).toBe(7_200);
    expect(planPoll({ ...history, elapsedMs: 7_200, known }).waitMs).toBeCloseTo(880);
    expect(planPoll({ ...history, elapsedMs: 8_100, known }).waitMs).toBeCloseTo(405);
    // Two polls are apart; one that was left alone comes when it is due.
    expect(planPoll({ ...history, elapsedMs: 8_000, known: [8_030] }).waitMs).toBeCloseTo(160);
    const alone = { ...history, elapsedMs: 8_000, sincePollMs: 7_000, known: [8_030] };
    expect(planPoll(alone).waitMs).toBeCloseTo(110.3);
    const far = [8_000, 600_000, 600_000];
    expect(planPoll({ ...history, elapsedMs: 8_100, known: far }).waitMs).toBeLessThan(2_000);
    expect(firstWait([600_000], 1_000)).toBe(20_000);
  });
});
