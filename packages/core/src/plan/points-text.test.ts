import { expect, it, vi } from 'vitest';
import { pointsText } from './points-text.ts';

it('groups digits as English does, without the tables of languages', () => {
  const asEnglish = (points: number): string =>
    `${points.toLocaleString('en')} point${points === 1 ? '' : 's'}`;
  const numbers = [0, 1, 20, 999, 1_000, 12_345, 1_234_567, 0.5, 1234.5678, -1_234];
  const expected = numbers.map(asEnglish);
  const spy = vi.spyOn(Number.prototype, 'toLocaleString');
  expect(numbers.map((each) => pointsText(each, false))).toEqual(expected);
  expect(spy).not.toHaveBeenCalled();
  expect(pointsText(null, false)).toBe('points unknown');
  expect(pointsText(null, false, 1_000)).toBe('1,000 points or more');
  expect(pointsText(20, true)).toBe('free');
  expect(pointsText(null, true, 20)).toBe('free');
});
