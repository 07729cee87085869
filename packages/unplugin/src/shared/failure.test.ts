import type { ReportedError } from '@assetgen/core';
import { describe, expect, it, test } from 'vitest';
import { failureOf, reportFailure, reportedAsError } from './failure.ts';

const ADDRESSES = {
  homepage: 'https://assetgen.example',
  repository: { url: 'git+https://host.example/team/assetgen.git' },
};

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

  it('ends with the address of its row, where the package names its documentation', () => {
    const error = Object.assign(new Error('x'), { code: 'ASSETGEN_BUDGET', hint: 'Raise it.' });
    expect(failureOf(error, ADDRESSES).text).toBe(
      'ASSETGEN_BUDGET: x\n  Raise it.\n  See https://assetgen.example/reference/errors#assetgen_budget',
    );
    const other = Object.assign(new Error('x'), { code: 'ENOENT' });
    expect(failureOf(other, ADDRESSES).text).toBe('ENOENT: x');
    // The repository names no documentation, and neither does what was built from it.
    expect(failureOf(error).text).not.toContain('See');
  });

  it('takes what is not ours as it comes', () => {
    expect(failureOf(new TypeError('x'))).toEqual({ code: null, text: 'x', position: null });
    expect(failureOf('y')).toEqual({ code: null, text: 'y', position: null });
  });
});

test('a report names the address of each code once, at its last error', () => {
  const error = (code: string, message: string): ReportedError => ({
    code,
    asset: 'a',
    message,
    hint: null,
  });
  const errors = [
    error('ASSETGEN_BUDGET', 'a'),
    error('ASSETGEN_CONTENT', 'b'),
    error('ASSETGEN_BUDGET', 'c'),
  ];
  const row = 'https://assetgen.example/reference/errors#assetgen_';
  expect(reportFailure({ ok: false, errors }, ADDRESSES)?.text.split('\n')).toEqual([
    'ASSETGEN_BUDGET: a',
    'ASSETGEN_CONTENT: b',
    `  See ${row}content`,
    'ASSETGEN_BUDGET: c',
    `  See ${row}budget`,
  ]);
  expect(reportFailure({ ok: true, errors: [] }, ADDRESSES)).toBeNull();
});
