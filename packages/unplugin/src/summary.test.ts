import type { BuildReport, OutputFile } from '@assetgen/core';
import { describe, expect, it } from 'vitest';
import { draftLine, summaryLine } from './summary.ts';

const REPORT: BuildReport = {
  ok: true,
  mode: 'generate',
  assets: 3,
  outputs: 4,
  generated: 0,
  converted: 0,
  downloaded: 0,
  cached: 3,
  drafted: 0,
  failed: 0,
  points: 0,
  durationMs: 4,
  errors: [],
};

describe('summaryLine', () => {
  it('says that nothing was to do', () => {
    expect(summaryLine(REPORT)).toBe('3 assets, 4 files · all up to date · 0 points');
  });

  it('says what was done and what it cost', () => {
    const line = summaryLine({ ...REPORT, generated: 2, downloaded: 1, points: 1 });
    expect(line).toBe('3 assets, 4 files · 2 generated, 1 downloaded · 1 point');
  });

  it('does not make up a price', () => {
    expect(summaryLine({ ...REPORT, points: null })).toContain('points unknown');
  });
});

describe('draftLine', () => {
  const file = (asset: string, draft: boolean): OutputFile => ({
    asset,
    name: `${asset}.glb`,
    path: `/x/${asset}.glb`,
    bytes: 1,
    sha256: '0',
    draft,
  });
  const view = (files: readonly OutputFile[]): Parameters<typeof draftLine>[0] => ({
    prefix: '@gen',
    watch: [],
    files,
    resolve: () => null,
  });

  it('is not there without drafts', () => {
    expect(draftLine(view([file('a', false)]))).toBeNull();
  });

  it('names each asset once, and counts what it leaves out', () => {
    const files = ['a', 'a', 'b', 'c', 'd', 'e', 'f', 'g'].map((name) => file(name, true));
    expect(draftLine(view(files))).toContain('used for a, b, c, d, e and 2 more.');
  });
});
