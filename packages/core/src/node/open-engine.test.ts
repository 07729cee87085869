import { expect, it } from 'vitest';
import { simulateEager } from '../jobs/testing/simulation.ts';
import { IN_PROCESS } from './open-engine.ts';

const { pollMinMs, pollLongestPart } = IN_PROCESS;

it.each([
  ['alone', [60]],
  ['alone', [400]],
  ['alone', [5_500]],
  ['alone', [60_000]],
  ['alike', [1_600, 1_600, 1_600, 1_600, 1_600, 1_600, 1_600, 1_600]],
  ['after longer ones', [9_000, 9_000, 9_000, 400, 800, 1_200, 1_600, 2_000]],
  ['after a shorter one', [60, 9_000, 700, 9_000, 300, 9_000]],
])('the embedded service: jobs %s of %j ms are found done soon after', async (_case, times) => {
  const late = await simulateEager(times, IN_PROCESS);
  times.forEach((ms, index) => {
    expect(late[index]).toBeLessThanOrEqual(Math.max(pollMinMs, pollLongestPart * ms));
  });
});
