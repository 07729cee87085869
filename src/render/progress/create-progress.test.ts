import { stripVTControlCharacters } from 'node:util';
import { AssetgenError } from '@assetgen/client/errors';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createProgress } from './create-progress.ts';
import { createScreen } from '../screen.ts';

const ESCAPE = '\u001b';

const screenOf = (stream: NodeJS.WriteStream) =>
  createScreen(stream, (text) => void stream.write(`${text}\n`));

describe('the live display', () => {
  const writes: string[] = [];
  const stream = {
    isTTY: true,
    columns: 60,
    rows: 24,
    write: (text: string) => writes.push(text),
  } as unknown as NodeJS.WriteStream;

  beforeEach(() => {
    vi.useFakeTimers();
    vi.stubEnv('TERM', 'xterm');
    writes.length = 0;
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllEnvs();
  });

  it('draws over the last frame in one write, and never erases a whole screen', () => {
    const view = createProgress(screenOf(stream), false);
    view.onEvent({ type: 'planned', assets: 1, pending: 1 });
    view.onEvent({ type: 'asset-start', asset: 'crate', action: 'generate' });
    vi.advanceTimersByTime(100);
    const first = writes.length;
    vi.advanceTimersByTime(100);
    expect(writes.length).toBe(first + 1);
    expect(writes.at(-1)).toContain(`\r${ESCAPE}[2A  crate  waiting to submit`);
    expect(writes.at(-1)).toContain(`${ESCAPE}[K\n`);
    expect(writes.at(-1)).not.toContain(`${ESCAPE}[J`);
    view.onEvent({ type: 'asset-done', asset: 'crate' });
    expect(writes.at(-1)).toContain('crate');
    expect(writes.at(-1)?.endsWith(`${ESCAPE}[K\n${ESCAPE}[J`)).toBe(true);
    view.close();
  });

  it('takes a terminal that knows no size for one of 80 columns', () => {
    const view = createProgress(screenOf({ ...stream, columns: 0, rows: 0 } as never), false);
    view.onEvent({ type: 'planned', assets: 1, pending: 1 });
    view.onEvent({ type: 'asset-start', asset: 'crate', action: 'generate' });
    vi.advanceTimersByTime(200);
    expect(writes.at(-1)).toContain(`\r${ESCAPE}[2A  crate  waiting to submit`);
    view.close();
  });

  it('names the true state of each row, and counts what has not begun', () => {
    const wide = { ...stream, columns: 100 } as NodeJS.WriteStream;
    const view = createProgress(screenOf(wide), false);
    view.onEvent({ type: 'run-start', mode: 'generate' });
    view.onEvent({ type: 'planned', assets: 9, pending: 7 });
    const begun = { ann: 'generate', bob: 'process', cat: 'convert', dan: 'download' } as const;
    for (const [asset, action] of Object.entries(begun)) {
      view.onEvent({ type: 'asset-start', asset, action });
    }
    vi.advanceTimersByTime(100);
    const shown = (): string =>
      stripVTControlCharacters(writes.at(-1) ?? '')
        .replaceAll('\r', '')
        .replaceAll(/ {2,}/g, '  ');
    expect(shown().replaceAll(/[\d.]+ s$/gm, 'TIME')).toBe(
      [
        '  ann  waiting to submit  TIME',
        '  bob  processing  TIME',
        '  cat  waiting for its conversion  TIME',
        '  dan  waiting to download  TIME',
        '  0 of 7 assets, 0:00, 3 not begun',
        '',
      ].join('\n'),
    );
    view.onEvent({ type: 'submitting', asset: 'ann', operation: 'createNormalPicture' });
    view.onEvent({ type: 'downloading', asset: 'dan', bytes: 1_200_000, total: 3_000_000 });
    vi.advanceTimersByTime(100);
    expect(shown()).toContain('  ann  submitting (createNormalPicture)  ');
    expect(shown()).toContain('  dan  downloading 40 %  ');
    view.onEvent({ type: 'downloading', asset: 'dan', bytes: 3_000_000, total: 3_000_000 });
    vi.advanceTimersByTime(100);
    expect(shown()).toContain('  dan  downloaded 3.0 MB  ');
    view.onEvent({ type: 'processing', asset: 'dan', outputs: 2 });
    vi.advanceTimersByTime(100);
    expect(shown()).toContain('  dan  processing  ');
    view.close();
  });

  it('keeps the time in sight beside a long text', () => {
    const view = createProgress(screenOf(stream), false);
    view.onEvent({ type: 'asset-start', asset: 'crate', action: 'generate' });
    const reason = `cannot reach the service: ${'x'.repeat(80)}`;
    view.onEvent({ type: 'waiting', asset: 'crate', ms: 5000, reason });
    vi.advanceTimersByTime(100);
    const [line = ''] = (writes.at(-1) ?? '').split(`${ESCAPE}[K`);
    expect(line).toMatch(/5 s left: cannot reach the service: x+… {2}[\d.]+ s$/);
    expect(line.length).toBeLessThan(60);
    view.close();
  });

  it('counts a pause down, with its cause', () => {
    const view = createProgress(screenOf(stream), false);
    view.onEvent({ type: 'asset-start', asset: 'crate', action: 'generate' });
    view.onEvent({ type: 'waiting', asset: 'crate', ms: 3_600_000, reason: 'HTTP 429' });
    vi.advanceTimersByTime(100);
    expect(writes.at(-1)).toContain('crate  1:00:00 left: HTTP 429');
    vi.advanceTimersByTime(61_000);
    expect(writes.at(-1)).toContain('crate  58:59 left: HTTP 429');
    view.onEvent({ type: 'progress', asset: 'crate', uuid: 'u', status: 'queued', percent: null });
    vi.advanceTimersByTime(100);
    expect(writes.at(-1)).toContain('crate  queued');
    view.close();
  });

  it('tells what was stopped from what failed', () => {
    const view = createProgress(screenOf(stream), false);
    const stopped = new AssetgenError('ASSETGEN_INTERRUPTED', 'interrupted');
    const started = (asset: string): void =>
      view.onEvent({ type: 'asset-start', asset, action: 'generate' });
    for (const asset of ['crate', 'hero']) started(asset);
    view.onEvent({
      type: 'interrupted',
      asset: 'hero',
      uuids: ['u'],
      points: 20,
      free: false,
    });
    for (const asset of ['crate', 'hero'])
      view.onEvent({ type: 'asset-failed', asset, error: stopped });
    expect(writes.join('')).toContain('– hero: continues at the service and stays billed');
    const failed = new AssetgenError('ASSETGEN_JOB_FAILED', 'it failed');
    view.onEvent({ type: 'asset-failed', asset: 'barrel', error: failed });
    expect(writes.at(-1)).toContain('✗ barrel');
    view.close();
    expect(writes.at(-1)).toContain('– crate: stopped');
  });

  it('tells in one line of many that were stopped', () => {
    const view = createProgress(screenOf(stream), false);
    const error = new AssetgenError('ASSETGEN_INTERRUPTED', 'interrupted');
    const names = Array.from({ length: 200 }, (_, index) => `thing-${index}`);
    for (const asset of names) view.onEvent({ type: 'asset-failed', asset, error });
    expect(writes.join('')).not.toContain('stopped');
    view.close();
    expect(writes.at(-1)).toContain('– 200 assets: stopped');
  });
});

describe('plain lines', () => {
  const lines: string[] = [];
  const stream = {
    isTTY: false,
    write: (text: string) => lines.push(text),
  } as unknown as NodeJS.WriteStream;
  beforeEach(() => {
    vi.useFakeTimers();
    lines.length = 0;
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('tell a pause once for all that wait, and every 10 s how long it still takes', async () => {
    const view = createProgress(screenOf(stream), false);
    view.onEvent({ type: 'run-start', mode: 'generate' });
    for (const asset of ['ann', 'bob', 'cat', 'dan']) {
      view.onEvent({ type: 'waiting', asset, ms: 600_000, reason: 'HTTP 429' });
    }
    await Promise.resolve();
    expect(lines).toEqual(['ann, bob, cat and 1 more: HTTP 429, waiting 10:00\n']);
    vi.advanceTimersByTime(20_000);
    expect(lines.slice(1)).toEqual([
      'still waiting: ann, bob, cat and 1 more: HTTP 429 for 0:09, 9:51 left\n',
      'still waiting: ann, bob, cat and 1 more: HTTP 429 for 0:18, 9:42 left\n',
    ]);
    view.close();
    vi.advanceTimersByTime(120_000);
    expect(lines).toHaveLength(3);
  });

  it('are never silent for longer while a run goes on', () => {
    const view = createProgress(screenOf(stream), false);
    view.onEvent({ type: 'run-start', mode: 'generate' });
    for (const percent of [1, 2, 3, 4, 5, 6]) {
      // Such small steps are no line of their own.
      view.onEvent({ type: 'progress', asset: 'ann', uuid: 'u', status: 'generating', percent });
      vi.advanceTimersByTime(5_000);
    }
    expect(lines.length).toBeGreaterThanOrEqual(3);
    expect(lines.at(-1)).toMatch(/^still waiting: ann: its job, generating \d % for 0:\d\d\n$/);
    view.close();
  });
});
