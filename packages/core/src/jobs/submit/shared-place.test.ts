import { expect, it } from 'vitest';
import { fakeClock } from '../testing/fake-clock.ts';
import { sharedPlace } from './shared-place.ts';

it('a machine that slept has not waited: it asks again before it buys alone', async () => {
  const clock = fakeClock(false);
  const warnings: string[] = [];
  const place = sharedPlace({
    clock,
    mayBuyAlone: true,
    patienceMs: 30_000,
    label: 'redis://cache',
    signal: new AbortController().signal,
    warn: (code) => warnings.push(code),
  });
  let asked = 0;
  const answer = await clock.run(
    place.ask(async () => {
      asked += 1;
      if (asked > 1) return 'here';
      // The lid was shut for an hour; the connection did not outlive it.
      await clock.sleep(3_600_000);
      throw new Error('read ECONNRESET');
    }),
  );
  expect(answer).toBe('here');
  expect(warnings.length).toBeLessThanOrEqual(1);
});
