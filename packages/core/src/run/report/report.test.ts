import { AssetgenError } from '@assetgen/client/errors';
import { describe, expect, it } from 'vitest';
import { assetOf } from '../../testing/manifests.ts';
import { Report } from './report.ts';

const ROOT = '/project';
const named = (name: string) => ({ ...assetOf({ kind: 'image', prompt: 'x' }), name });
const failure = new AssetgenError('ASSETGEN_JOB_FAILED', 'it failed', { hint: 'Ask again.' });

describe('a report', () => {
  it('of a run that did nothing is all zeros', () => {
    expect(new Report('generate', false).finish(3, 4, 12.6)).toEqual({
      ok: true,
      mode: 'generate',
      assets: 3,
      outputs: 4,
      generated: 0,
      converted: 0,
      downloaded: 0,
      cached: 0,
      drafted: 0,
      failed: 0,
      points: 0,
      knownPoints: 0,
      free: false,
      durationMs: 13,
      errors: [],
    });
  });

  it('counts, and adds charges; one that is unknown makes the sum unknown', () => {
    const report = new Report('generate', false);
    report.count('generated');
    report.count('converted', 2);
    report.charge(20);
    report.charge(0);
    expect(report.finish(1, 1, 0)).toMatchObject({ generated: 1, converted: 2, points: 20 });
    report.charge(null);
    report.charge(5);
    expect(report.finish(1, 1, 0)).toMatchObject({ points: null, knownPoints: 25 });
  });

  it('tells each failure with its place, sorted by asset', () => {
    const report = new Report('frozen', false);
    report.fail(named('b'), failure, ROOT);
    report.fail(named('a'), new AssetgenError('ASSETGEN_X', 'no hint'), ROOT);
    const { ok, failed, errors } = report.finish(2, 0, 0);
    expect({ ok, failed }).toEqual({ ok: false, failed: 2 });
    expect(errors).toMatchObject([
      { asset: 'a', code: 'ASSETGEN_X', hint: null },
      {
        asset: 'b',
        code: 'ASSETGEN_JOB_FAILED',
        message: 'it failed',
        hint: 'Ask again.',
        position: { file: `${ROOT}/assets.gen.json`, line: 1 },
      },
    ]);
  });
});
