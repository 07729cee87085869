import type { BuildReport, Mode, OutputFile, ProjectSettings } from '@assetgen/core';
import { describe, expect, it } from 'vitest';
import { draftLine, summaryLine } from './summary-line.ts';

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
  knownPoints: 0,
  free: false,
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

  it('says that the embedded service is free, whatever it counted', () => {
    expect(summaryLine({ ...REPORT, points: 20, free: true })).toMatch(/ · free$/);
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

  const project = (
    service: ProjectSettings['service'],
    mode: Mode,
  ): Parameters<typeof draftLine>[1] => ({
    settings: async () => ({ prefix: '@gen', budget: null, service, mode }),
  });

  it('is not there without drafts', async () => {
    expect(await draftLine(view([file('a', false)]), project('none', 'generate'))).toBeNull();
  });

  it('names each asset once, in order, and counts what it leaves out', async () => {
    const files = ['g', 'a', 'a', 'b', 'd', 'c', 'e', 'f'].map((name) => file(name, true));
    expect(await draftLine(view(files), project('none', 'generate'))).toContain(
      'used for a, b, c, d, e and 2 more.',
    );
  });

  it.each<[ProjectSettings['service'], Mode, string]>([
    ['none', 'generate', 'set ASSETGEN_API_URL and ASSETGEN_API_KEY, then build again.'],
    [
      'none',
      'draft',
      'set ASSETGEN_API_URL and ASSETGEN_API_KEY, then run `assetgen build --mode generate`.',
    ],
    ['remote', 'draft', 'run `assetgen build --mode generate` first.'],
    ['local', 'draft', 'run `assetgen build --mode generate` first.'],
  ])('says what helps with the service %s in mode %s', async (service, mode, remedy) => {
    const line = await draftLine(view([file('a', true)]), project(service, mode));
    expect(line).toBe(`DRAFTS were used for a. Do not ship this build: ${remedy}`);
  });

  it('ends with the address of the page about drafts, where the package names it', async () => {
    const repository = { url: 'git+https://host.example/team/assetgen.git' };
    const addresses = { homepage: 'https://assetgen.example', repository };
    const line = await draftLine(
      view([file('a', true)]),
      project('remote', 'draft'),
      {},
      addresses,
    );
    expect(line).toMatch(/ first\. See https:\/\/assetgen\.example\/background\/drafts$/);
  });

  it('names what a task runner needs that hides the variables', async () => {
    const env = { TURBO_HASH: '0c3fa3ab' };
    const line = await draftLine(view([file('a', true)]), project('none', 'draft'), env);
    expect(line).toMatch(/"globalPassThroughEnv": \["ASSETGEN_\*"\]` into turbo\.json\.$/);
    const served = await draftLine(view([file('a', true)]), project('remote', 'draft'), env);
    expect(served).not.toContain('turbo');
  });
});
