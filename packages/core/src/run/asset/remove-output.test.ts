import { mkdir, mkdtemp, readFile, symlink, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import type { LockedOutput } from '../../lock/lock.ts';
import type { Fingerprint } from '../../brands.ts';
import { linkGuard } from '../../fs/link-guard.ts';
import { digestOf } from '../../store/cas/digest.ts';
import { openStatCache } from '../workspace/stat-cache.ts';
import { removeOutput } from './remove-output.ts';

describe('removeOutput', () => {
  let root: string;
  let filesDir: string;
  const file = (name: string): string => path.join(filesDir, name);
  const text = (name: string): Promise<string | null> =>
    readFile(file(name), 'utf8').catch(() => null);
  const locked = (bytes: string): LockedOutput => ({
    fingerprint: '0'.repeat(64) as Fingerprint,
    digest: digestOf(Buffer.from(bytes)),
    bytes: bytes.length,
    meta: {},
  });
  const workspace = async () => ({
    filesDir,
    stats: await openStatCache(path.join(root, '.assetgen/state.json')),
    guard: linkGuard(root),
  });

  beforeEach(async () => {
    root = await mkdtemp(path.join(os.tmpdir(), 'remove-'));
    filesDir = path.join(root, '.assetgen/files');
    await mkdir(path.join(filesDir, 'team'), { recursive: true });
  });

  it('removes what has the bytes that the lock names', async () => {
    await writeFile(file('hero.glb'), 'made');
    await writeFile(file('team/ann.640w.webp'), 'made');
    await removeOutput('hero', 'hero.glb', locked('made'), await workspace());
    await removeOutput('team', 'team/ann.640w.webp', locked('made'), await workspace());
    expect(await text('hero.glb')).toBeNull();
    expect(await text('team/ann.640w.webp')).toBeNull();
  });

  it('removes what we wrote here ourselves, whatever the lock says by now', async () => {
    await writeFile(file('hero.glb'), 'older');
    const { stats, ...rest } = await workspace();
    stats.remember(file('hero.glb'), digestOf(Buffer.from('older')));
    await removeOutput('hero', 'hero.glb', locked('newer'), { ...rest, stats });
    expect(await text('hero.glb')).toBeNull();
  });

  it('leaves what somebody else wrote', async () => {
    await writeFile(file('hero.glb'), 'mine');
    await removeOutput('hero', 'hero.glb', locked('made'), await workspace());
    expect(await text('hero.glb')).toBe('mine');
  });

  it.each([
    ['hero', 'index.html'],
    ['hero', 'hero.js'],
    ['hero', 'villain.glb'],
    ['hero', 'heroes.glb'],
    ['hero', 'hero/a/b.glb'],
    ['con', 'con.glb'],
  ])('leaves what no manifest can name: of %s, %s', async (asset, output) => {
    await mkdir(path.dirname(file(output)), { recursive: true });
    await writeFile(file(output), 'made');
    await removeOutput(asset, output, locked('made'), await workspace());
    expect(await text(output)).toBe('made');
  });

  it('follows no link, to a folder or a file', async () => {
    const outside = path.join(root, 'src');
    await mkdir(outside);
    await writeFile(path.join(outside, 'ann.glb'), 'made');
    await symlink(outside, file('crew'));
    await symlink(path.join(outside, 'ann.glb'), file('hero.glb'));
    for (const [asset, output] of [
      ['crew', 'crew/ann.glb'],
      ['hero', 'hero.glb'],
    ] as const) {
      await expect(
        removeOutput(asset, output, locked('made'), await workspace()),
      ).rejects.toMatchObject({ code: 'ASSETGEN_LINK' });
    }
    expect(await readFile(path.join(outside, 'ann.glb'), 'utf8')).toBe('made');
  });
});
