import { describe, expect, it } from 'vitest';
import { leftOfAsset, leftOfRun } from './expected-time.ts';

const at = (more: object) => ({ since: 0, ...more });

describe('the time that an asset still takes', () => {
  it('follows the reported progress, which knows this job', () => {
    expect(leftOfAsset(at({ percent: 25, dueAt: 11_000 }), 10_000)).toBe(30_000);
  });

  it('is that of earlier jobs while the service reports nothing, or too little', () => {
    expect(leftOfAsset(at({ percent: null, dueAt: 40_000 }), 10_000)).toBe(30_000);
    expect(leftOfAsset(at({ percent: 4, dueAt: 40_000 }), 10_000)).toBe(30_000);
  });

  it('is not known without either, and not for one that takes longer than any before', () => {
    expect(leftOfAsset(at({}), 10_000)).toBeNull();
    expect(leftOfAsset(at({ dueAt: 9_000 }), 10_000)).toBeNull();
  });
});

describe('the time that a run still takes', () => {
  const jobs = [at({ dueAt: 40_000 }), at({ dueAt: 70_000 })];

  it('is that of its longest job once all have begun, from the first second on', () => {
    expect(leftOfRun(jobs, 1_000, 1_000, 0, 2)).toBe(69_000);
    // By the pace it would be 60 s more.
    expect(leftOfRun(jobs.slice(0, 1), 35_000, 35_000, 1, 2)).toBe(5_000);
  });

  it('follows the pace while some have not begun, or tell nothing', () => {
    expect(leftOfRun(jobs.slice(0, 1), 20_000, 20_000, 1, 10)).toBe(180_000);
    expect(leftOfRun([at({})], 20_000, 20_000, 1, 2)).toBe(20_000);
  });

  it('is not known at first without times, nor at the end', () => {
    expect(leftOfRun([at({})], 1_000, 1_000, 0, 2)).toBeNull();
    expect(leftOfRun([], 1_000, 1_000, 2, 2)).toBeNull();
  });
});
