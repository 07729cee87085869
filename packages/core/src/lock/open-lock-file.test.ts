import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { lockedOf } from '../testing/locks.ts';
import { assetOf } from '../testing/manifests.ts';
import type { Exclusive } from './open-lock-file.ts';
import { openLockFile } from './open-lock-file.ts';
import { serialiseLock } from './serialise-lock.ts';
import { record } from './lock.ts';

const NAME = 'assets.gen.lock.json';
const entry = lockedOf(assetOf({ kind: 'image', prompt: 'x' }));
const other = lockedOf(assetOf({ kind: 'image', prompt: 'y' }));

describe('openLockFile', () => {
  let file: string;
  beforeEach(async () => {
    file = path.join(await mkdtemp(path.join(os.tmpdir(), 'lock-')), NAME);
  });
  const open = (exclusive?: Exclusive) => openLockFile(file, NAME, exclusive);
  const names = async () => Object.keys((await open()).current.assets);

  it('is empty where there is none, and writes nothing for nothing', async () => {
    const lock = await open();
    expect(lock.current.assets).toEqual({});
    expect(await lock.flush()).toBe(false);
    await expect(stat(file)).rejects.toThrow('ENOENT');
  });

  it('writes what changed, and leaves the file alone when nothing did', async () => {
    const lock = await open();
    lock.set('hero', entry);
    expect(await lock.flush()).toBe(true);
    expect(await readFile(file, 'utf8')).toBe(serialiseLock({ assets: record([['hero', entry]]) }));
    const before = await stat(file, { bigint: true });
    lock.set('hero', entry);
    expect(await lock.flush()).toBe(false);
    const after = await stat(file, { bigint: true });
    expect([after.mtimeNs, after.ino]).toEqual([before.mtimeNs, before.ino]);
    expect(await readdir(path.dirname(file))).toEqual([NAME]);
  });

  it('is written now and then while entries come in, and wholly at the end', async () => {
    const lock = await open();
    let written = 0;
    for (let index = 0; index < 200; index++) {
      lock.set(`a${index}`, entry);
      const before = await stat(file).catch(() => null);
      await lock.flushNowAndThen();
      if ((await stat(file).catch(() => null))?.ino !== before?.ino) written += 1;
    }
    expect(written).toBeGreaterThan(0);
    expect(written).toBeLessThan(100);
    await lock.flush();
    expect(await names()).toHaveLength(200);
  });

  it('finds entries by their recipe, as they come and go', async () => {
    const lock = await open();
    lock.set('a', entry);
    const found = (): string[] => lock.ofRecipe(entry.recipe).map(([name]) => name);
    expect(found()).toEqual(['a']);
    lock.set('b', entry);
    lock.set('c', other);
    expect(found()).toEqual(['a', 'b']);
    lock.set('a', other);
    expect(found()).toEqual(['b']);
    lock.remove('b');
    expect(found()).toEqual([]);
    expect(lock.ofRecipe(other.recipe).map(([name]) => name)).toEqual(['c', 'a']);
  });

  it('keeps what another process wrote meanwhile', async () => {
    const [one, two] = [await open(), await open()];
    one.set('a', entry);
    two.set('b', entry);
    await one.flush();
    await two.flush();
    expect(await names()).toEqual(['a', 'b']);
    two.remove('a');
    await two.flush();
    expect(await names()).toEqual(['b']);
  });

  it('knows the lock by its digest while nobody else writes it', async () => {
    const onDisk = async () =>
      createHash('sha256')
        .update(await readFile(file))
        .digest('hex');
    const one = await open();
    expect(one.digest()).toBeNull();
    one.set('a', entry);
    await one.flush();
    expect(one.digest()).toBe(await onDisk());
    const two = await open();
    expect(two.digest()).toBe(await onDisk());
    two.set('b', entry);
    await two.flush();
    expect(two.digest()).toBe(await onDisk());
    // It holds an entry now that `one` has not seen.
    one.set('c', entry);
    await one.flush();
    expect(one.digest()).toBeNull();
  });

  it('of twenty writers that are kept apart, loses no entry', async () => {
    let last: Promise<unknown> = Promise.resolve();
    const exclusive: Exclusive = (work) => {
      const result = last.then(work);
      last = result.catch(() => undefined);
      return result;
    };
    const writers = await Promise.all(Array.from({ length: 20 }, () => open(exclusive)));
    await Promise.all(
      writers.map((writer, index) => {
        writer.set(`a${index}`, entry);
        return writer.flush();
      }),
    );
    expect(await names()).toHaveLength(20);
  });

  it('in a row, flushes what came while it wrote', async () => {
    const lock = await open();
    lock.set('a', entry);
    const first = lock.flush();
    lock.set('b', entry);
    await Promise.all([first, lock.flush()]);
    expect(await names()).toEqual(['a', 'b']);
  });

  it('writes later what could not be written: nothing that was paid for is forgotten', async () => {
    const lock = await open();
    lock.set('a', entry);
    // A folder in its place: as good as a full disk.
    await mkdir(file);
    await expect(lock.flush()).rejects.toThrow();
    await rm(file, { recursive: true });
    lock.set('b', other);
    expect(await lock.flush()).toBe(true);
    expect(await names()).toEqual(['a', 'b']);
  });

  it('never writes over a lock that it cannot read', async () => {
    const lock = await open();
    await writeFile(file, '<<<<<<< HEAD\n');
    lock.set('a', entry);
    await expect(lock.flush()).rejects.toMatchObject({ code: 'ASSETGEN_LOCK' });
    expect(await readFile(file, 'utf8')).toBe('<<<<<<< HEAD\n');
    await expect(open()).rejects.toThrow(`${NAME}:1:1 the lock contains a merge conflict`);
  });
});
