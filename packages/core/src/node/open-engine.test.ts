import { expect, it } from 'vitest';
import { firstWait, planPoll } from '../jobs/poll/plan-poll.ts';
import { IN_PROCESS } from './open-engine.ts';

const { pollMinMs, pollLongestPart } = IN_PROCESS;

/** When a job is found done that no other job's time helps to find. Unit: milliseconds. */
function foundAfter(jobMs: number, told: 'yes' | 'no'): number {
  let elapsedMs = firstWait([], pollMinMs);
  for (let polls = 1; elapsedMs < jobMs; polls += 1) {
    const percent = Math.min(99, Math.floor((100 * elapsedMs) / jobMs));
    const { waitMs } = planPoll({
      elapsedMs,
      polls,
      told,
      points: told === 'yes' ? [{ elapsedMs, percent }] : [],
      sinceResult: 0,
      minMs: pollMinMs,
      longestPart: pollLongestPart,
      trusted: true,
    });
    elapsedMs += waitMs;
  }
  return elapsedMs;
}

it.each([60, 250, 400, 1_600, 5_500, 60_000])(
  'a job of %i ms at the embedded service is found soon after it is done',
  (jobMs) => {
    for (const told of ['yes', 'no'] as const) {
      const late = foundAfter(jobMs, told) - jobMs;
      expect(late).toBeLessThanOrEqual(Math.max(pollMinMs, pollLongestPart * jobMs));
    }
  },
);
