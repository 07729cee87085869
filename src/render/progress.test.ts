import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createProgress } from './progress.ts';

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
    const view = createProgress(stream, false);
    view.onEvent({ type: 'asset-start', asset: 'crate', action: 'generate' });
    vi.advanceTimersByTime(100);
    const first = writes.length;
    vi.advanceTimersByTime(100);
    expect(writes.length).toBe(first + 1);
    expect(writes.at(-1)).toMatch(/^\u001b\[2A {2}crate {2}starting .*\u001b\[K\n/);
    expect(writes.at(-1)).not.toContain('\u001b[J');
    view.onEvent({ type: 'asset-done', asset: 'crate' });
    expect(writes.join('')).toMatch(/✓.* crate\u001b\[K\n\u001b\[J$/);
    view.close();
  });

  it('keeps the time in sight beside a long text', () => {
    const view = createProgress(stream, false);
    view.onEvent({ type: 'asset-start', asset: 'crate', action: 'generate' });
    const reason = `cannot reach the service: ${'x'.repeat(80)}`;
    view.onEvent({ type: 'waiting', asset: 'crate', ms: 5000, reason });
    vi.advanceTimersByTime(100);
    const [line = ''] = (writes.at(-1) ?? '').split('\u001b[K');
    expect(line).toMatch(/cannot reach the service: x+… {2}[\d.]+ s$/);
    expect(line.replace(/^\u001b\[\d+A/, '').length).toBeLessThan(60);
    view.close();
  });
});
