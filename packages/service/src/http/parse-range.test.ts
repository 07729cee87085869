import { expect, test } from 'vitest';
import { parseRange } from './parse-range.ts';

test.each([
  [null, 'whole'],
  ['bytes=0-9', { start: 0, end: 9 }],
  ['bytes=90-', { start: 90, end: 99 }],
  ['bytes=90-500', { start: 90, end: 99 }],
  ['bytes=-10', { start: 90, end: 99 }],
  ['bytes=-500', { start: 0, end: 99 }],
  ['bytes=100-', 'unsatisfiable'],
  ['bytes=-0', 'unsatisfiable'],
  ['bytes=9-1', 'whole'],
  ['bytes=0-1,5-6', 'whole'],
  ['items=0-1', 'whole'],
  ['bytes=-', 'whole'],
] as const)('%s of 100 bytes', (header, expected) => {
  expect(parseRange(header, 100)).toEqual(expected);
});
