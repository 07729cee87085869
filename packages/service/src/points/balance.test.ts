import { expect, test } from 'vitest';
import { balanceAt, expirationDay, giveBack, spend, totalOf } from './balance.ts';

const day = (text: string): number => Date.parse(`${text}T00:00:00Z`);
const balance = {
  monthly: 10,
  annual: 20,
  permanent: 30,
  monthlyEnds: day('2026-12-01'),
  annualEnds: day('2027-11-20'),
};
const now = day('2026-11-20');

test('points that end first are spent first, permanent ones last', () => {
  expect(spend(balance, 5, now)).toMatchObject({ monthly: 5, annual: 20, permanent: 30 });
  expect(spend(balance, 25, now)).toMatchObject({ monthly: 0, annual: 5, permanent: 30 });
  expect(spend(balance, 60, now)).toMatchObject({ monthly: 0, annual: 0, permanent: 0 });
  expect(spend(balance, 61, now)).toBeUndefined();
});

test('annual points that end before the month does go first', () => {
  const soon = { ...balance, annualEnds: day('2026-11-25') };
  expect(spend(soon, 25, now)).toMatchObject({ monthly: 5, annual: 0, permanent: 30 });
});

test('ended points are gone', () => {
  expect(balanceAt(balance, day('2026-12-01'))).toMatchObject({ monthly: 0, annual: 20 });
  expect(totalOf(balanceAt(balance, day('2027-11-20')))).toBe(30);
  expect(spend(balance, 60, day('2026-12-01'))).toBeUndefined();
});

test('the expiration day is the last day of the next points to end', () => {
  expect(expirationDay(balance)).toBe('2026-11-30');
  expect(expirationDay({ ...balance, monthly: 0 })).toBe('2027-11-19');
  expect(expirationDay({ ...balance, monthly: 0, annual: 0 })).toBeNull();
});

test('points come back as permanent ones', () => {
  expect(giveBack(balance, 7)).toEqual({ ...balance, permanent: 37 });
});
