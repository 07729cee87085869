import { expect, it } from 'vitest';
import { leaseTimes, remoteTimes } from './remote-times.ts';

it.each([
  [remoteTimes(null), { connectMs: 2_000, indexMs: 5_000, idleMs: 10_000 }],
  [remoteTimes(20_000), { connectMs: 20_000, indexMs: 20_000, idleMs: 20_000 }],
  [remoteTimes(1_000), { connectMs: 1_000, indexMs: 1_000, idleMs: 10_000 }],
  [leaseTimes(null), { connectMs: 30_000, indexMs: 30_000 }],
  [leaseTimes(500), { connectMs: 500, indexMs: 500 }],
])('a time for each question, as usual or as the user has it (%#)', (times, expected) => {
  expect(times).toMatchObject(expected);
});
