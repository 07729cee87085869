import {
  chmod,
  mkdir,
  mkdtemp,
  readdir,
  rename,
  rm,
  stat,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { ANYWHERE } from '../../fs/link-guard.ts';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Digest } from '../../brands.ts';
import { serialiseLock } from '../../lock/serialise-lock.ts';
import { record } from '../../lock/lock.ts';
import { openBlobStore } from '../../store/cas/blob-store.ts';
import { verifyStore } from '../../store/cas/verify-store.ts';
import { writeProjectRecord } from '../../store/prune/project-record.ts';
import { lockedOf } from '../../testing/locks.ts';
import { assetOf } from '../../testing/manifests.ts';
import { digestsOf, pruneCache } from './prune-cache.ts';

const DAY = 86_400_000;
const HOUR = 3_600_000;
const NOW = Date.now();

let folder: string;
let cache: string;
let project: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'prune-'));
  cache = path.join(folder, 'cache');
  project = path.join(folder, 'project');
  await mkdir(project);
});

/** Stores a blob that was used last so many days ago. */
async function blob(text: string, days: number): Promise<Digest> {
  const store = openBlobStore(cache);
  const { digest } = await store.putBytes(Buffer.from(text));
  await age(store.path(digest), days);
  return digest;
}
async function age(file: string, days: number): Promise<void> {
  const seconds = (NOW - days * DAY) / 1000;
  await utimes(file, seconds, seconds);
}
const has = (digest: Digest): boolean => openBlobStore(cache).has(digest);

/** A project whose lock names the digest; its record names it as of so many days ago, or nothing. */
async function lockIn(
  digest: Digest,
  recorded: { digests: Digest[]; days: number },
): Promise<void> {
  const entry = lockedOf(assetOf({ kind: 'image', prompt: 'x' }), {
    variants: [{ uuid: 'u', digest, bytes: 1 }],
    outputs: {},
  });
  const lock = serialiseLock({ assets: record([['a', entry]]) });
  await writeFile(path.join(project, 'assets.gen.lock.json'), lock);
  await writeProjectRecord(cache, project, recorded.digests, ANYWHERE);
  const [name = ''] = await import('node:fs').then((fs) =>
    fs.readdirSync(path.join(cache, 'projects')),
  );
  await age(path.join(cache, 'projects', name), recorded.days);
}

describe('pruneCache', () => {
  it('deletes what no lock names and nobody used for long', async () => {
    const used = await blob('used', 90);
    const old = await blob('old', 90);
    const young = await blob('young', 3);
    await lockIn(used, { digests: [], days: 90 });
    const dry = await pruneCache(cache, NOW, { dryRun: true });
    expect(dry).toMatchObject({ deleted: 1, kept: 2, bytes: 3, projects: [project] });
    expect(has(old)).toBe(true);
    expect(await pruneCache(cache, NOW, {})).toMatchObject({ deleted: 1, kept: 2 });
    expect([used, old, young].map(has)).toEqual([true, false, true]);
  });

  it('keeps what a moved project used, and what it may have stored since, until told it is gone', async () => {
    const recorded = await blob('recorded', 90);
    const since = await blob('since', 40);
    const before = await blob('before', 90);
    await lockIn(recorded, { digests: [recorded], days: 50 });
    await rename(project, `${project}-moved`);
    expect(await pruneCache(cache, NOW, {})).toMatchObject({ unreadable: [project], deleted: 1 });
    expect([recorded, since, before].map(has)).toEqual([true, true, false]);
    await pruneCache(cache, NOW, { gone: true, dryRun: true });
    expect(await pruneCache(cache, NOW, { gone: true })).toMatchObject({ gone: [project] });
    expect([recorded, since].map(has)).toEqual([false, false]);
  });

  it('forgets a project that it let go of, and it alone', async () => {
    await lockIn(await blob('recorded', 90), { digests: [], days: 50 });
    const other = path.join(cache, 'other');
    await mkdir(other);
    await writeProjectRecord(cache, other, [], ANYWHERE);
    await rename(project, `${project}-moved`);
    await pruneCache(cache, NOW, { gone: true });
    expect(await pruneCache(cache, NOW, {})).toMatchObject({ projects: [other], unreadable: [] });
  });

  it('keeps what a project with a broken lock may use, also where it is told gone', async () => {
    const recorded = await blob('recorded', 90);
    await lockIn(recorded, { digests: [recorded], days: 80 });
    await writeFile(path.join(project, 'assets.gen.lock.json'), '<<<<<<< ours\n');
    await pruneCache(cache, NOW, { gone: true });
    expect(has(recorded)).toBe(true);
  });

  it('leaves what is younger than an hour, whatever is asked: a build may be under way', async () => {
    const fresh = await blob('fresh', 0.5 / 24);
    const old = await blob('old', 2 / 24);
    expect(await pruneCache(cache, NOW, { days: 0, maxBytes: 0 })).toMatchObject({ deleted: 1 });
    expect([fresh, old].map(has)).toEqual([true, false]);
  });

  it('goes down to a size, the oldest first, and never below what is in use', async () => {
    const used = await blob('used', 20);
    const [a, b, c] = [await blob('aaaa', 9), await blob('bbbb', 8), await blob('cccc', 7)];
    await lockIn(used, { digests: [], days: 9 });
    expect(await pruneCache(cache, NOW, { maxBytes: 9 })).toMatchObject({ deleted: 2, bytes: 8 });
    expect([used, a, b, c].map(has)).toEqual([true, false, false, true]);
    await pruneCache(cache, NOW, { maxBytes: 0 });
    expect([used, c].map(has)).toEqual([true, false]);
  });

  it('leaves conversions, which may cost points to get again, until it is told otherwise', async () => {
    const store = openBlobStore(cache);
    const bytes = async function* (): AsyncGenerator<Uint8Array> {
      yield Buffer.from('converted');
    };
    const { digest } = await store.put(bytes(), { costly: true });
    await age(store.path(digest), 90);
    expect(await pruneCache(cache, NOW, {})).toMatchObject({ deleted: 0 });
    expect(await pruneCache(cache, NOW, { costly: true })).toMatchObject({ deleted: 1 });
  });

  it('is not deceived by a clock that is ahead of the file system', async () => {
    const young = await blob('young', 1);
    expect(await pruneCache(cache, NOW + 365 * DAY, {})).toMatchObject({ deleted: 0 });
    expect(has(young)).toBe(true);
    expect(await pruneCache(cache, NOW - 365 * DAY, {})).toMatchObject({ deleted: 0 });
  });

  it('takes temporary files that no writer came back for, and no others', async () => {
    await blob('x', 1);
    for (const [name, hours] of [
      ['put.7.0123456789ab.tmp', 2000],
      [`${'a'.repeat(62)}.0123456789ab`, 2000],
      ['put.7.ba9876543210.tmp', 0.2],
      ['somebody-elses.txt', 2000],
    ] as const) {
      await writeFile(path.join(cache, 'tmp', name), '12345');
      await age(path.join(cache, 'tmp', name), (hours * HOUR) / DAY);
    }
    expect(await pruneCache(cache, NOW, {})).toMatchObject({ bytes: 10 });
    const left = ['put.7.ba9876543210.tmp', 'somebody-elses.txt'];
    expect(await readdir(path.join(cache, 'tmp'))).toEqual(left);
  });

  it('takes empty folders whose maker was killed before it opened them', async () => {
    await blob('x', 1);
    const folders = ['a.0123456789ab.new', 'tmp/b.0123456789ab.new', 'tmp/c.0123456789ab.new'];
    for (const [index, name] of [...folders, 'tmp/theirs.new'].entries()) {
      await mkdir(path.join(cache, name));
      if (index === 1) await writeFile(path.join(cache, name, 'file'), '1');
      if (index !== 2) await age(path.join(cache, name), 90);
    }
    await pruneCache(cache, NOW, {});
    expect(await readdir(cache)).not.toContain('a.0123456789ab.new');
    const left = ['b.0123456789ab.new', 'c.0123456789ab.new', 'theirs.new'];
    expect((await readdir(path.join(cache, 'tmp'))).sort()).toEqual(left);
  });

  it('deletes nothing where a record cannot be read', async () => {
    const old = await blob('old', 90);
    await mkdir(path.join(cache, 'projects'));
    await writeFile(path.join(cache, 'projects/x.json'), '{');
    await expect(pruneCache(cache, NOW, {})).rejects.toMatchObject({ code: 'ASSETGEN_STORE' });
    expect(has(old)).toBe(true);
  });

  it('keeps a blob that is stored again while it is old', async () => {
    const again = await blob('again', 90);
    await openBlobStore(cache).putBytes(Buffer.from('again'));
    const file = openBlobStore(cache).path(again);
    expect((await stat(file)).mtimeMs).toBeGreaterThan(Date.now() - DAY);
  });
});

describe('verifyStore', () => {
  it('moves aside what went bad, and keeps the rest', async () => {
    const good = await blob('good', 1);
    const bad = await blob('bad', 1);
    const file = openBlobStore(cache).path(bad);
    await chmod(file, 0o644);
    await writeFile(file, 'bed');
    const { signal } = new AbortController();
    expect(await verifyStore(cache, signal)).toEqual({ blobs: 2, bytes: 7, corrupt: [bad] });
    expect([good, bad].map(has)).toEqual([true, false]);
    expect(await verifyStore(cache, signal)).toMatchObject({ blobs: 1, corrupt: [] });
    await rm(cache, { recursive: true });
    expect(await verifyStore(cache, signal)).toMatchObject({ blobs: 0 });
  });
});

describe('digestsOf', () => {
  it('names sources and outputs, and no failed variant', () => {
    const entry = lockedOf(assetOf({ kind: 'image', prompt: 'x', outputs: ['webp', 'png'] }));
    const failed = { uuid: 'f', failed: true } as const;
    const lock = { assets: record([['a', { ...entry, variants: [...entry.variants, failed] }]]) };
    expect(digestsOf(lock)).toHaveLength(3);
  });
});
