import { createHash } from 'node:crypto';
import { link, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { OutputFile } from '@assetgen/core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { settleStubs } from './settle-stubs.ts';
import { stubOf } from './stub.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'settle-'));
  await mkdir(join(folder, 'dist/assets'), { recursive: true });
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function output(name: string, text: string): Promise<OutputFile> {
  const path = join(folder, name);
  await writeFile(path, text, { mode: 0o444 });
  const sha256 = createHash('sha256').update(text).digest('hex');
  return { asset: name, name, path, bytes: Buffer.byteLength(text), sha256, draft: false };
}

const known = (...files: readonly OutputFile[]): Map<string, OutputFile> =>
  new Map(files.map((file) => [file.sha256, file]));
const dist = (name: string): string => join(folder, 'dist', name);

describe('settleStubs', () => {
  it('replaces stubs by their files and leaves everything else', async () => {
    const file = await output('a.glb', 'glTF of some size');
    await writeFile(dist('assets/a-1.glb'), stubOf(file));
    await writeFile(dist('b.glb'), stubOf(file));
    await writeFile(dist('main.js'), 'code');
    const names = ['assets/a-1.glb', 'b.glb?v=1', 'main.js', 'gone.js'];
    expect(await settleStubs(join(folder, 'dist'), names, known(file))).toEqual({
      files: 2,
      bytes: 34,
    });
    expect(await readFile(dist('assets/a-1.glb'), 'utf8')).toBe('glTF of some size');
    expect(await readFile(dist('b.glb'), 'utf8')).toBe('glTF of some size');
    expect(await readFile(dist('main.js'), 'utf8')).toBe('code');
    expect((await readdir(join(folder, 'dist'), { recursive: true })).sort()).toEqual([
      'assets',
      'assets/a-1.glb',
      'b.glb',
      'main.js',
    ]);
  });

  it('copies: who writes into the folder later does not write into our file', async () => {
    const file = await output('a.glb', 'glTF');
    await writeFile(dist('a.glb'), stubOf(file));
    await settleStubs(join(folder, 'dist'), ['a.glb'], known(file));
    expect((await stat(dist('a.glb'))).ino).not.toBe((await stat(file.path)).ino);
    await writeFile(dist('a.glb'), 'a rebuild without cleaning');
    expect(await readFile(file.path, 'utf8')).toBe('glTF');
  });

  it('replaces a stub that is another name of one inode', async () => {
    const file = await output('a.glb', 'glTF');
    await writeFile(dist('a.glb'), stubOf(file));
    await link(dist('a.glb'), dist('b.glb'));
    await settleStubs(join(folder, 'dist'), ['a.glb', 'b.glb'], known(file));
    expect(await readFile(dist('a.glb'), 'utf8')).toBe('glTF');
    expect(await readFile(dist('b.glb'), 'utf8')).toBe('glTF');
  });

  it.each([
    ['gz', gzipSync],
    ['br', brotliCompressSync],
  ])('refuses a stub that was compressed to .%s', async (extension, compress) => {
    const file = await output('a.glb', 'glTF');
    await writeFile(dist('a.glb'), stubOf(file));
    await writeFile(dist(`a.glb.${extension}`), compress(stubOf(file)));
    await expect(
      settleStubs(join(folder, 'dist'), ['a.glb', `a.glb.${extension}`], known(file)),
    ).rejects.toMatchObject({
      code: 'ASSETGEN_STUB_LEFT',
      message: `a.glb.${extension} would ship as a placeholder of some 130 bytes: a plugin compressed the placeholder of a.glb`,
    });
  });

  it('refuses a stub whose file it does not know', async () => {
    await writeFile(dist('a.glb'), stubOf({ sha256: 'ab'.repeat(32), bytes: 5 }));
    await expect(settleStubs(join(folder, 'dist'), ['a.glb'], known())).rejects.toMatchObject({
      code: 'ASSETGEN_STUB_LEFT',
    });
  });

  it('fails, and leaves no half file, where the file is not what it was', async () => {
    const file = await output('a.glb', 'glTF');
    await writeFile(dist('a.glb'), stubOf(file));
    const other = { ...file, bytes: 5 };
    await expect(settleStubs(join(folder, 'dist'), ['a.glb'], known(other))).rejects.toThrow(
      /changed during the build: expected 5 bytes, found 4/,
    );
    expect(await readdir(join(folder, 'dist'))).toEqual(['a.glb', 'assets']);
  });
});
