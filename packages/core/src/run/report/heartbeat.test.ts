import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { AssetgenError } from '@assetgen/client/errors';
import { createHeartbeat } from './heartbeat.ts';
import type { Heartbeat } from './heartbeat.ts';

const lines: string[] = [];
let heart: Heartbeat;
beforeEach(() => {
  vi.useFakeTimers();
  lines.length = 0;
  heart = createHeartbeat({ silenceMs: 10_000, write: (line) => void lines.push(line) });
});
afterEach(() => {
  heart.stop();
  vi.useRealTimers();
});

const begin = (): void => heart.hear({ type: 'run-start', mode: 'generate' });
const pass = (seconds: number): void => void vi.advanceTimersByTime(seconds * 1000);

describe('a heartbeat', () => {
  it('is silent before a run, after it, and while others speak', () => {
    pass(60);
    begin();
    for (let count = 0; count < 10; count += 1) {
      pass(8);
      heart.told();
    }
    heart.hear({ type: 'run-end', report: null });
    pass(60);
    expect(lines).toEqual([]);
  });

  it('tells what a run does before and after its assets', () => {
    begin();
    pass(9);
    heart.hear({ type: 'planned', assets: 2, pending: 1 });
    pass(9);
    expect(lines).toEqual([
      'still waiting: planning the build for 0:09',
      'still waiting: saving the results for 0:18',
    ]);
  });

  it('tells of each asset what it waits for, and since when', () => {
    begin();
    heart.hear({ type: 'planned', assets: 3, pending: 3 });
    heart.hear({ type: 'asset-start', asset: 'ann', action: 'generate' });
    heart.hear({ type: 'submitting', asset: 'ann', operation: 'createNormalPicture' });
    heart.hear({ type: 'accepted', asset: 'bob', uuids: ['u'], points: 3, free: false });
    pass(5);
    heart.hear({ type: 'progress', asset: 'bob', uuid: 'u', status: 'generating', percent: 12 });
    heart.hear({ type: 'downloading', asset: 'cat', bytes: 1, total: 9 });
    heart.hear({ type: 'asset-start', asset: 'dan', action: 'process' });
    heart.hear({ type: 'asset-done', asset: 'dan' });
    pass(4);
    expect(lines).toEqual([
      'still waiting: ann: the answer to its create for 0:09; bob: its job, generating 12 % for 0:09; cat: its download for 0:04',
    ]);
    heart.hear({ type: 'asset-done', asset: 'ann' });
    heart.hear({ type: 'asset-done', asset: 'bob' });
    heart.hear({ type: 'processing', asset: 'cat', outputs: 2 });
    pass(9);
    expect(lines[1]).toBe('still waiting: cat: its outputs for 0:09');
  });

  it('tells of a pause how long it lasts and how much of it is left', () => {
    begin();
    for (const asset of ['a', 'b', 'c', 'd', 'e']) {
      heart.hear({ type: 'waiting', asset, ms: 600_000, reason: 'HTTP 429' });
    }
    pass(9);
    expect(lines).toEqual(['still waiting: a, b, c and 2 more: HTTP 429 for 0:09, 9:51 left']);
  });

  it('tells that the service or the shared place is away, until it is back', () => {
    begin();
    heart.hear({ type: 'asset-start', asset: 'ann', action: 'generate' });
    heart.hear({ type: 'waiting', asset: 'bob', ms: 0, reason: 'the service does not answer (x)' });
    heart.hear({
      type: 'warning',
      code: 'ASSETGEN_LEASE',
      message: 'shared cache redis://x cannot be reached (x); waiting for it, 25 s more at most.',
    });
    pass(9);
    heart.hear({ type: 'submitting', asset: 'ann', operation: 'createNormalPicture' });
    heart.hear({ type: 'progress', asset: 'bob', uuid: 'u', status: 'queued', percent: null });
    pass(9);
    expect(lines).toEqual([
      'still waiting: ann: generate for 0:09; bob: the service does not answer (x) for 0:09; the shared cache, which cannot be reached for 0:09',
      'still waiting: ann: the answer to its create for 0:09; bob: its job, queued for 0:09',
    ]);
  });

  it('names no more than a line holds', () => {
    begin();
    for (let count = 0; count < 100; count += 1) {
      const error = new AssetgenError('ASSETGEN_JOB_FAILED', 'it failed');
      heart.hear({ type: 'waiting', asset: `a${count}`, ms: 0, reason: `reason ${count}` });
      if (count < 50) heart.hear({ type: 'asset-failed', asset: `a${count}`, error });
    }
    pass(9);
    expect(lines).toEqual([
      'still waiting: a50: reason 50 for 0:09; a51: reason 51 for 0:09; a52: reason 52 for 0:09; 47 more',
    ]);
  });

  it('goes on while uploads go on behind the run', () => {
    begin();
    heart.hear({ type: 'run-end', report: null });
    heart.hear({ type: 'sharing', done: 1, total: 3, bytes: 9 });
    pass(9);
    heart.hear({ type: 'sharing', done: 3, total: 3, bytes: 0 });
    pass(60);
    expect(lines).toEqual(['still waiting: shared cache: uploading, 1 of 3 done for 0:09']);
  });
});
