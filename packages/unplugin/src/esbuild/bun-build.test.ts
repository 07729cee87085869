import type { OnEndResult, PluginBuild } from 'esbuild';
import { describe, expect, it, vi } from 'vitest';
import { bunBuild } from './bun-build.ts';

type Callback = (argument?: unknown) => unknown;

/** What `Bun.build` hands a plugin: it throws for what it has not. */
function bun() {
  const callbacks: Record<string, Callback> = {};
  const build = {
    initialOptions: { outdir: 'dist' },
    onStart: (callback: Callback) => void (callbacks['start'] = callback),
    onResolve: (_: object, callback: Callback) => void (callbacks['resolve'] = callback),
    onLoad: (_: object, callback: Callback) => void (callbacks['load'] = callback),
    onEnd: (callback: Callback) => void (callbacks['end'] = callback),
    onDispose() {
      throw new TypeError('On-dispose callbacks is not implemented yet.');
    },
  };
  return { build: bunBuild(build as unknown as PluginBuild), callbacks };
}

const message = { text: 'ASSETGEN_X: no', location: { file: 'a.ts', line: 3, column: 0 } };

describe('a plugin of esbuild in Bun.build', () => {
  it('throws what it would return as errors', async () => {
    const { build, callbacks } = bun();
    build.onStart(() => ({ errors: [message] }) as never);
    build.onResolve({ filter: /x/ }, () => ({ errors: [{ text: 'no x' }] }));
    build.onEnd(() => ({ errors: [message] }) as OnEndResult);
    await expect(callbacks['start']!()).rejects.toThrow('a.ts:3: ASSETGEN_X: no');
    await expect(callbacks['resolve']!({})).rejects.toThrow('no x');
    const result = { success: true, logs: [], outputs: [] };
    await expect(callbacks['end']!(result)).rejects.toThrow('a.ts:3: ASSETGEN_X: no');
  });

  it('is told the files that were written, and disposed of after the build', async () => {
    const { build, callbacks } = bun();
    const dispose = vi.fn();
    const seen: unknown[] = [];
    build.onDispose(dispose);
    build.onEnd(({ errors, metafile }) => {
      seen.push(errors.length, Object.keys(metafile?.outputs ?? {}), dispose.mock.calls.length);
      return null;
    });
    await callbacks['end']!({ success: true, logs: [], outputs: [{ path: '/dist/main.js' }] });
    expect([...seen, dispose.mock.calls.length]).toEqual([0, ['/dist/main.js'], 0, 1]);
    await callbacks['end']!({ success: false, logs: [{}], outputs: [] });
    expect(seen[3]).toBe(1);
  });

  it('leaves what it does not answer to Bun', async () => {
    const { build, callbacks } = bun();
    build.onResolve({ filter: /x/ }, () => null);
    build.onLoad({ filter: /x/ }, () => null);
    expect(await callbacks['resolve']!({})).toBeUndefined();
    expect(await callbacks['load']!({})).toBeUndefined();
  });
});
