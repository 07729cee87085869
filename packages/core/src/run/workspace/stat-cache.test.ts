import { mkdtemp, readFile, rename, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { digestOf } from '../../store/cas/digest.ts';
import { openStatCache } from './stat-cache.ts';

describe('the stat cache', () => {
  let root: string;
  let file: string;
  let state: string;
  beforeEach(async () => {
    root = await mkdtemp(path.join(os.tmpdir(), 'stats-'));
    file = path.join(root, 'a.webp');
    state = path.join(root, '.assetgen/state.json');
    await writeFile(file, 'one');
  });
  const ONE = digestOf(Buffer.from('one'));
  const TWO = digestOf(Buffer.from('two'));
  const saved = async () => {
    const cache = await openStatCache(state);
    await cache.digest(file);
    await cache.save();
  };

  it('knows a file that was hashed, in the next process too', async () => {
    const cache = await openStatCache(state);
    expect(cache.known(file)).toBeNull();
    expect(await cache.digest(file)).toBe(ONE);
    expect(cache.known(file)).toBe(ONE);
    await cache.save();
    expect((await openStatCache(state)).known(file)).toBe(ONE);
  });

  it('knows no file that is gone, and no link', async () => {
    await saved();
    await symlink(file, path.join(root, 'link'));
    const cache = await openStatCache(state);
    expect(cache.known(path.join(root, 'missing'))).toBeUndefined();
    expect(cache.known(path.join(root, 'link'))).toBeUndefined();
    expect(cache.known(root)).toBeUndefined();
    await expect(cache.digest(path.join(root, 'missing'))).rejects.toThrow('ENOENT');
  });

  it.each([
    ['its bytes', () => writeFile(file, 'two and more')],
    ['its bytes, at the same size', () => writeFile(file, 'two')],
    [
      'its bytes, at the same size and time',
      async () => {
        await writeFile(file, 'two');
        await utimes(file, 1e9, 1e9);
      },
    ],
    [
      'the file, by another of the same size and time',
      async () => {
        await writeFile(`${file}.new`, 'two');
        await utimes(`${file}.new`, 1e9, 1e9);
        await rename(`${file}.new`, file);
      },
    ],
  ])('hashes again after a change of %s', async (_name, change) => {
    await utimes(file, 1e9, 1e9);
    await saved();
    await change();
    const cache = await openStatCache(state);
    expect(cache.known(file)).toBeNull();
    expect(await cache.digest(file)).not.toBe(ONE);
  });

  it('remembers what was just written', async () => {
    const cache = await openStatCache(state);
    await writeFile(file, 'two');
    cache.remember(file, TWO);
    expect(cache.known(file)).toBe(TWO);
  });

  it('forgets files that are gone, and writes nothing when nothing changed', async () => {
    await saved();
    const before = await readFile(state, 'utf8');
    expect(before).toContain('a.webp');
    const cache = await openStatCache(state);
    await rm(state);
    await cache.save();
    await expect(readFile(state)).rejects.toThrow('ENOENT');
    await writeFile(path.join(root, 'b'), 'b');
    await cache.digest(path.join(root, 'b'));
    await rm(file);
    await cache.save();
    expect(await readFile(state, 'utf8')).not.toContain('a.webp');
  });

  it.each([
    '',
    'null',
    '[]',
    '{"version":1}',
    '{"version":1,"files":null}',
    '{"version":1,"files":{"X":null}}',
    '{"version":1,"files":{"X":[1,2,3,4,"nonsense"]}}',
    '{"version":1,"files":{"X":"text"}}',
    '{"version":9,"files":{}}',
  ])('takes the broken state %j for an empty one', async (text) => {
    await saved();
    await writeFile(state, text.replace('X', file));
    const cache = await openStatCache(state);
    expect(cache.known(file)).toBeNull();
    expect(await cache.digest(file)).toBe(ONE);
  });

  it('stops nobody where it cannot be saved', async () => {
    await writeFile(path.join(root, '.assetgen'), 'a file where the folder belongs');
    await expect(saved()).resolves.toBeUndefined();
  });
});
