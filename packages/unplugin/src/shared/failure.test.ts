import { describe, expect, it } from 'vitest';
import { failureOf, reportedAsError } from './failure.ts';

describe('failureOf', () => {
  it('tells code, message, hint and place', () => {
    const position = { file: '/app/assets.gen.json', line: 3, column: 5 };
    const error = reportedAsError({
      code: 'ASSETGEN_BUDGET',
      asset: 'hero',
      message: 'hero needs 20 points',
      hint: 'Raise "budget".',
      position,
    });
    expect(failureOf(error)).toEqual({
      code: 'ASSETGEN_BUDGET',
      text: 'ASSETGEN_BUDGET: hero needs 20 points\n  Raise "budget".',
      position,
    });
  });

  it('takes what is not ours as it comes', () => {
    expect(failureOf(new TypeError('x'))).toEqual({ code: null, text: 'x', position: null });
    expect(failureOf('y')).toEqual({ code: null, text: 'y', position: null });
  });
});
