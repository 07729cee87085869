import { mkdir, mkdtemp, symlink, truncate, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Digest } from '../../brands.ts';
import type { Lock } from '../../lock/lock.ts';
import { record } from '../../lock/lock.ts';
import { parseDocument } from '../../manifest/parse-document.ts';
import { normalise } from '../../manifest/normalise.ts';
import { ManifestError } from '../../manifest/manifest-error.ts';
import { validateDocument } from '../../manifest/validate-document.ts';
import { digestOf } from '../../store/cas/digest.ts';
import { lockedOf } from '../../testing/locks.ts';
import { manifestOf } from '../../testing/manifests.ts';
import { inputDigests } from '../../plan/input-digests.ts';
import { digestInputs, typeOfInput } from './digest-inputs.ts';
import { openStatCache } from '../workspace/stat-cache.ts';

describe('digestInputs', () => {
  let root: string;
  beforeEach(async () => {
    const base = await mkdtemp(path.join(os.tmpdir(), 'inputs-'));
    root = path.join(base, 'project');
    await mkdir(root);
    await writeFile(path.join(base, 'outside.png'), 'outside');
    await writeFile(path.join(root, 'a.png'), 'a');
  });
  const digest = async (entry: unknown) => {
    const text = JSON.stringify({ assets: { a: entry } }, null, 2);
    const manifest = normalise([validateDocument(parseDocument('m.json', text))], root);
    return digestInputs(manifest, root, await openStatCache(path.join(root, 'state.json')));
  };
  const problem = async (entry: unknown): Promise<string> => {
    const error = await digest(entry).catch((each: unknown) => each);
    expect(error).toBeInstanceOf(ManifestError);
    return (error as Error).message;
  };
  const image = (...references: string[]) => ({ kind: 'image', prompt: 'x', references });

  it('are of the bytes of each file', async () => {
    await mkdir(path.join(root, 'sub'));
    await symlink('../a.png', path.join(root, 'sub/link.png'));
    const digests = await digest(image('./a.png', './sub/link.png', './a.png'));
    expect([...digests]).toEqual([
      [path.join(root, 'a.png'), digestOf(Buffer.from('a'))],
      [path.join(root, 'sub/link.png'), digestOf(Buffer.from('a'))],
    ]);
  });

  it('change with what a link inside points to', async () => {
    await symlink('a.png', path.join(root, 'link.png'));
    const before = await digest(image('./link.png'));
    await writeFile(path.join(root, 'a.png'), 'other');
    expect(await digest(image('./link.png'))).not.toEqual(before);
  });

  it('tells of every bad file, each with its place', async () => {
    await symlink('../outside.png', path.join(root, 'out.png'));
    await symlink('nowhere.png', path.join(root, 'dangling.png'));
    await mkdir(path.join(root, 'folder.png'));
    await writeFile(path.join(root, 'empty.png'), '');
    await writeFile(path.join(root, 'big.png'), '');
    await truncate(path.join(root, 'big.png'), 50 * 1024 * 1024 + 1);
    const names = ['missing', 'out', 'dangling', 'folder', 'empty', 'big'];
    const text = await problem(image(...names.map((name) => `./${name}.png`)));
    expect(text).toMatchInlineSnapshot(`
      "6 problems
        m.json:7:9 assets.a: expected an image file, found no file "./missing.png"
        m.json:8:9 assets.a: expected a file inside the project; "./out.png" is a link that leads out of it
        m.json:9:9 assets.a: expected an image file, found no file "./dangling.png"
        m.json:10:9 assets.a: expected an image file, "./folder.png" is not a file
        m.json:11:9 assets.a: expected an image, found an empty file "./empty.png"
        m.json:12:9 assets.a: expected at most 50 MB, found "./big.png" of 52428801 bytes"
    `);
  });

  it('refuses a link inside to a file of another type', async () => {
    await writeFile(path.join(root, '.env'), 'KEY=secret');
    await writeFile(path.join(root, 'notes.txt'), 'secret');
    await writeFile(path.join(root, 'b.jpeg'), 'b');
    await symlink('.env', path.join(root, 'env.png'));
    await symlink('notes.txt', path.join(root, 'notes.svg'));
    await symlink('b.jpeg', path.join(root, 'b.jpg'));
    expect(await problem(image('./env.png'))).toContain('a link to a file of another type');
    const local = { kind: 'image', source: './notes.svg' };
    expect(await problem(local)).toContain('a link to a file of another type');
    expect((await digest(image('./b.jpg'))).size).toBe(1);
  });

  it('refuses a folder behind a link that leads out', async () => {
    await symlink('..', path.join(root, 'up'));
    expect(await problem(image('./up/outside.png'))).toContain('a link that leads out of it');
  });

  it('asks the service for images that it reads; a local conversion reads more', async () => {
    await writeFile(path.join(root, 'logo.svg'), '<svg/>');
    expect(await problem(image('./logo.svg'))).toContain('expected a PNG, JPEG, WebP, AVIF or GIF');
    expect((await digest({ kind: 'image', source: './logo.svg' })).size).toBe(1);
  });
});

describe('typeOfInput', () => {
  it('goes by the extension', () => {
    expect(['a.PNG', 'b.jpg', 'c.x.jpeg', 'd.webp'].map(typeOfInput)).toEqual([
      'image/png',
      'image/jpeg',
      'image/jpeg',
      'image/webp',
    ]);
    expect(() => typeOfInput('/x/a.tiff')).toThrow(
      'expected a PNG, JPEG, WebP, AVIF or GIF: a.tiff',
    );
  });
});

describe('inputDigests', () => {
  it('of thirty layers, each fed twice by the one below, end soon', () => {
    const layers = Array.from({ length: 30 }, (_, index) => {
      const below = { asset: `a${index - 1}` };
      const references = index === 0 ? [] : [below, below];
      return [`a${index}`, { kind: 'image', prompt: 'x', references }];
    });
    const manifest = manifestOf({ m: JSON.stringify({ assets: Object.fromEntries(layers) }) });
    const locked = manifest.assets.map((asset) => [asset.name, lockedOf(asset)] as const);
    const lock: Lock = { assets: record(locked) };
    const byName = new Map(manifest.assets.map((asset) => [asset.name, asset]));
    const digests = inputDigests(byName, new Map<string, Digest>(), [lock]);
    const position = { file: 'm', line: 1, column: 1 };
    const started = performance.now();
    // The lock was made with other digests of the inputs, so that only the lowest stands.
    expect(digests({ type: 'asset', name: 'a0', position })).not.toBeNull();
    expect(digests({ type: 'asset', name: 'a29', position })).toBeNull();
    expect(performance.now() - started).toBeLessThan(1000);
  });
});
