import { expect, it } from 'vitest';
import { spentOn } from './summary.ts';

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
