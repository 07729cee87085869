import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createSession } from './session.ts';
import { folderProjects } from '../testing/folder-project.ts';
import type { FolderManifest } from '../testing/folder-project.ts';

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'assetgen-session-'));
});
afterEach(() => rm(root, { recursive: true, force: true }));

const manifest = (value: FolderManifest): Promise<void> =>
  writeFile(join(root, 'assets.gen.json'), JSON.stringify(value));

function open(options: Parameters<typeof folderProjects>[1] = {}): {
  readonly session: ReturnType<typeof createSession>;
  readonly log: { runs: number; closed: boolean };
} {
  const log = { runs: 0, closed: false };
  const project = folderProjects(log, options)({ root, command: 'build' });
  return { session: createSession(project), log };
}

describe('a session', () => {
  it('runs once for all who ask, and again after a change', async () => {
    await manifest({ 'a.glb': { text: '1' } });
    const { session, log } = open();
    await Promise.all([session.ensure(), session.resolve('@gen/a.glb'), session.ensure()]);
    expect(log.runs).toBe(1);
    session.invalidate();
    await session.ensure();
    expect(log.runs).toBe(2);
  });

  it('names what a refresh changed: other bytes, new names, names that are gone', async () => {
    await manifest({ 'a.glb': { text: '1' }, 'b.glb': { text: '1' }, 'c.glb': { text: '1' } });
    const { session } = open();
    await session.ensure();
    await manifest({ 'a.glb': { text: '1' }, 'b.glb': { text: '2' }, 'd.glb': { text: '1' } });
    const refresh = await session.refresh();
    expect(refresh).toEqual({
      status: 'ready',
      changed: new Set(['b.glb', 'c.glb', 'c', 'd.glb', 'd']),
      recovered: false,
    });
  });

  it('tells without waiting what it knows, and nothing while something may have changed', async () => {
    await manifest({ 'a.glb': { text: '1' } });
    const { session } = open();
    expect(session.known('@gen/a.glb')).toBeUndefined();
    await session.ensure();
    expect(session.known('@gen/a.glb')).toMatchObject({ type: 'file' });
    expect(session.known('./a.js')).toBeNull();
    // Whoever waits for it gets its error.
    expect(session.known('@gen/b.glb')).toBeUndefined();
    session.invalidate();
    expect(session.known('@gen/a.glb')).toBeUndefined();
    const under = session.ensure();
    session.invalidate();
    await under;
    expect(session.known('@gen/a.glb')).toBeUndefined();
  });

  it('joins refreshes that come before one starts, and reads again for one that comes later', async () => {
    await manifest({ 'a.glb': { text: '1' } });
    const { session, log } = open();
    await session.ensure();
    await Promise.all([session.refresh(), session.refresh()]);
    expect(log.runs).toBe(2);
    await session.refresh();
    expect(log.runs).toBe(3);
  });

  it('is settled when the run under way has ended, also where it fails', async () => {
    const { session, log } = open();
    await session.settled();
    expect(log.runs).toBe(0);
    await writeFile(join(root, 'assets.gen.json'), '{');
    let ended = false;
    session.ensure().catch(() => (ended = true));
    await session.settled();
    expect(ended).toBe(true);
    await manifest({ 'a.glb': { text: '1' } });
    void session.refresh();
    await expect.poll(() => log.runs).toBe(2);
    await session.settled();
    expect(session.latest()?.files).toHaveLength(1);
  });

  it('keeps the last good view through a broken manifest, and says when it recovered', async () => {
    await manifest({ 'a.glb': { text: '1' } });
    const { session } = open();
    await session.ensure();
    await writeFile(join(root, 'assets.gen.json'), '{');
    expect(await session.refresh()).toMatchObject({ status: 'failed' });
    expect(session.latest()?.files).toHaveLength(1);
    await expect(session.resolve('@gen/a.glb')).rejects.toThrow('expected JSON');
    await manifest({ 'a.glb': { text: '1' } });
    expect(await session.refresh()).toMatchObject({ changed: new Set(), recovered: true });
  });

  it('throws the error of an asset that failed instead of calling it unknown', async () => {
    await manifest({});
    const { session } = open({
      errors: [{ code: 'ASSETGEN_JOB_FAILED', asset: 'props/a', message: 'no', hint: 'why' }],
    });
    for (const id of ['@gen/props/a', '@gen/props/a.lod1.glb']) {
      await expect(session.resolve(id)).rejects.toMatchObject({
        code: 'ASSETGEN_JOB_FAILED',
        hint: 'why',
      });
    }
    await expect(session.resolve('@gen/props/ab.glb')).rejects.toMatchObject({
      code: 'ASSETGEN_UNKNOWN_IMPORT',
    });
  });
});
