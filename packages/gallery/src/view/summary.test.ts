import { expect, it } from 'vitest';
import { spentOn } from './summary.ts';
import { totalOf, totalText } from '../shared/total-of.ts';

it('totals tell the part that is known, and play points are no money', () => {
  const paid = { isFree: false };
  const jobs = [{ points: 20 }, { points: null }, { points: 5, service: 'local' }] as const;
  expect(spentOn(jobs, paid)).toEqual({ known: 20, untold: 1 });
  // Bought before purchases named their service.
  expect(spentOn(jobs, { isFree: true })).toEqual({ known: 0, untold: 0 });
  expect(spentOn([{ points: 7, service: 'remote' }], { isFree: true })).toEqual({
    known: 7,
    untold: 0,
  });
});

it.each([
  [[], 'free'],
  [[0, 0], 'free'],
  [[1], '1 point'],
  [[1200, 34], '1,234 points'],
  [[null], 'points unknown'],
  [[20, null], 'at least 20 points: 1 purchase unknown'],
  [[20, null, 5, null], 'at least 25 points: 2 purchases unknown'],
] as const)('%j is %s', (points, text) => {
  expect(totalText(totalOf(points))).toBe(text);
});
