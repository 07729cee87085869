import { expect, it } from 'vitest';
import { leaseTimes, remoteTimes, withDeadline } from './remote-times.ts';

it.each([
  [remoteTimes(null), { connectMs: 2_000, indexMs: 5_000, idleMs: 10_000 }],
  [remoteTimes(20_000), { connectMs: 20_000, indexMs: 20_000, idleMs: 20_000 }],
  [remoteTimes(1_000), { connectMs: 1_000, indexMs: 1_000, idleMs: 10_000 }],
  [leaseTimes(null), { connectMs: 30_000, indexMs: 30_000 }],
  [leaseTimes(500), { connectMs: 500, indexMs: 500 }],
])('a time for each question, as usual or as the user has it (%#)', (times, expected) => {
  expect(times).toMatchObject(expected);
});

it('a time that has passed is told as a person reads it', async () => {
  const clock = { sleep: () => Promise.resolve() };
  const never = (): Promise<never> => new Promise(() => undefined);
  await expect(withDeadline(clock, 13_793.395, 'reading', never)).rejects.toThrow(
    /^reading took longer than 13.8 s$/,
  );
});
