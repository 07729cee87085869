import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createProgress } from './create-progress.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function open(): { readonly lines: string[]; readonly tell: ReturnType<typeof createProgress> } {
  const lines: string[] = [];
  const tell = createProgress({
    info: (line) => void lines.push(line),
    warn: (line) => void lines.push(`! ${line}`),
  });
  return { lines, tell };
}

describe('progress', () => {
  it('says what a long wait is for, and what has come', () => {
    const { lines, tell } = open();
    tell({ type: 'planned', assets: 3, pending: 2 });
    vi.advanceTimersByTime(1000);
    tell({ type: 'asset-done', asset: 'hero' });
    expect(lines).toEqual(['making 2 of 3 assets', 'hero is ready']);
  });

  it('tells a draft from the asset', () => {
    const { lines, tell } = open();
    const make = (mode: 'draft' | 'generate', action: 'generate' | 'process'): void => {
      tell({ type: 'run-start', mode });
      tell({ type: 'planned', assets: 1, pending: 1 });
      vi.advanceTimersByTime(1000);
      tell({ type: 'asset-start', asset: 'hero', action });
      tell({ type: 'asset-done', asset: 'hero' });
    };
    make('draft', 'generate');
    make('draft', 'process');
    make('generate', 'generate');
    const ready = lines.filter((line) => line.endsWith('is ready'));
    expect(ready).toEqual(['the draft of hero is ready', 'hero is ready', 'hero is ready']);
  });

  it('is never silent for longer than a CI system bears', () => {
    const { lines, tell } = open();
    tell({ type: 'run-start', mode: 'generate' });
    tell({ type: 'planned', assets: 3, pending: 1 });
    tell({ type: 'accepted', asset: 'hero', uuids: ['u'], points: 3, free: false });
    vi.advanceTimersByTime(20_000);
    tell({ type: 'run-end', report: null });
    vi.advanceTimersByTime(60_000);
    expect(lines).toEqual([
      'making 1 of 3 assets',
      'still waiting: hero: its job for 0:10',
      'still waiting: hero: its job for 0:19',
    ]);
  });

  it('is silent where all is done before anyone wonders', () => {
    const { lines, tell } = open();
    tell({ type: 'planned', assets: 3, pending: 1 });
    tell({ type: 'asset-done', asset: 'hero' });
    vi.advanceTimersByTime(1000);
    expect(lines).toEqual([]);
  });

  it('counts only what is still to come when it speaks up', () => {
    const { lines, tell } = open();
    tell({ type: 'planned', assets: 3, pending: 2 });
    tell({ type: 'asset-done', asset: 'hero' });
    vi.advanceTimersByTime(1000);
    expect(lines).toEqual(['making 1 of 3 assets']);
  });

  it('passes warnings on at once', () => {
    const { lines, tell } = open();
    tell({ type: 'warning', code: 'ASSETGEN_DRAFTS', message: 'no service is set' });
    expect(lines).toEqual(['! ASSETGEN_DRAFTS: no service is set']);
  });

  it('says where to read on with the first warning of a code', () => {
    const lines: string[] = [];
    const output = { info: () => undefined, warn: (line: string) => void lines.push(line) };
    const repository = { url: 'git+https://host.example/team/assetgen.git' };
    const addresses = { homepage: 'https://assetgen.example', repository };
    const tell = createProgress(output, 'making', addresses);
    tell({ type: 'warning', code: 'ASSETGEN_DRIFT', message: 'a' });
    tell({ type: 'warning', code: 'ASSETGEN_DRIFT', message: 'b' });
    expect(lines).toEqual([
      'ASSETGEN_DRIFT: a\n  See https://assetgen.example/reference/errors#assetgen_drift',
      'ASSETGEN_DRIFT: b',
    ]);
  });
});
