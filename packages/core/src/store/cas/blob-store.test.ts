import { execFile } from 'node:child_process';
import { constants } from 'node:fs';
import {
  chmod,
  lstat,
  mkdir,
  mkdtemp,
  open,
  readFile,
  readdir,
  rm,
  stat,
  symlink,
  truncate,
  utimes,
  writeFile,
} from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { beforeEach, describe, expect, it } from 'vitest';
import { bundleForNode } from '../../testing/bundle.ts';
import type { Digest } from '../../brands.ts';
import type { BlobStore } from './blob-store.ts';
import { openBlobStore } from './blob-store.ts';
import { digestOf } from './digest.ts';

const BYTES = new TextEncoder().encode('a blob of a few bytes');
const DIGEST = digestOf(BYTES);

async function* chunks(...parts: readonly (Uint8Array | Error)[]): AsyncGenerator<Uint8Array> {
  for (const part of parts) {
    if (part instanceof Error) throw part;
    yield part;
  }
}

let root: string;
let store: BlobStore;
beforeEach(async () => {
  root = await mkdtemp(path.join(os.tmpdir(), 'store-'));
  store = openBlobStore(path.join(root, 'cache'));
});
const target = () => path.join(root, 'project/files/props/hero.webp');
const filesIn = async (...folders: string[]): Promise<string[]> => {
  const all = await readdir(path.join(store.dir, ...folders), {
    recursive: true,
    withFileTypes: true,
  }).catch(() => []);
  return all.filter((each) => each.isFile()).map((each) => each.name);
};

describe('a blob that is put', () => {
  it('is named by the hash of its bytes, however they came', async () => {
    const whole = await store.putBytes(BYTES);
    const parts = await store.put(chunks(BYTES.subarray(0, 3), BYTES.subarray(3)));
    expect(whole).toEqual({ digest: DIGEST, bytes: BYTES.length });
    expect(parts).toEqual(whole);
    expect(await filesIn('blobs')).toHaveLength(1);
    expect(await filesIn('tmp')).toEqual([]);
  });

  it('is a read-only file that reads back', async () => {
    await store.putBytes(BYTES);
    expect((await stat(store.path(DIGEST))).mode & 0o777).toBe(0o444);
    expect(store.has(DIGEST)).toBe(true);
    expect(new Uint8Array((await store.read(DIGEST)) ?? [])).toEqual(BYTES);
  });

  it('may be empty', async () => {
    const { digest, bytes } = await store.put(chunks());
    expect(bytes).toBe(0);
    expect(await store.materialise(digest, target())).toBe(true);
    expect((await stat(target())).size).toBe(0);
  });

  it.each([
    ['its source fails', (): Promise<unknown> => store.put(chunks(BYTES, new Error('cut off')))],
    [
      'its content is not what it claims',
      () => store.put(chunks(BYTES), { verify: () => Promise.reject(new Error('cut off')) }),
    ],
    [
      'it is aborted',
      () => store.put(chunks(BYTES), { signal: AbortSignal.abort(new Error('cut off')) }),
    ],
  ])('leaves nothing behind when %s', async (_name, put) => {
    await expect(put()).rejects.toThrow('cut off');
    expect(await filesIn()).toEqual([]);
  });

  it('is looked at whole before it is one', async () => {
    const verify = async (file: string, bytes: number) => {
      expect(store.has(DIGEST)).toBe(false);
      expect(bytes).toBe(BYTES.length);
      expect(new Uint8Array(await readFile(file))).toEqual(BYTES);
    };
    await store.put(chunks(BYTES), { verify });
    expect.assertions(3);
  });

  it('by eight processes at once, is one blob', async () => {
    const script = fileURLToPath(new URL('../../testing/put-blobs.mjs', import.meta.url));
    const module = await bundleForNode('store/cas/blob-store.ts', root);
    const seeds = ['1', '2', '3'];
    const run = () => promisify(execFile)(process.execPath, [script, module, store.dir, ...seeds]);
    await Promise.all(Array.from({ length: 8 }, run));
    expect(await filesIn('blobs')).toHaveLength(seeds.length);
    expect(await filesIn('tmp')).toEqual([]);
    expect(await filesIn('quarantine')).toEqual([]);
  });
});

describe('materialise', () => {
  it('writes a copy of its own, that may be written to', async () => {
    await store.putBytes(BYTES);
    expect(await store.materialise(DIGEST, target())).toBe(true);
    const [blob, copy] = [await stat(store.path(DIGEST)), await stat(target())];
    expect(copy.ino).not.toBe(blob.ino);
    expect(copy.mode & 0o777).toBe(0o644);
    await writeFile(target(), 'edited by a tool');
    expect(new Uint8Array((await store.read(DIGEST)) ?? [])).toEqual(BYTES);
    expect(await readdir(path.dirname(target()))).toEqual(['hero.webp']);
  });

  it('replaces a link, and leaves what it points to alone', async () => {
    await store.putBytes(BYTES);
    const outside = path.join(root, 'outside.txt');
    await writeFile(outside, 'precious');
    await mkdir(path.dirname(target()), { recursive: true });
    await symlink(outside, target());
    await store.materialise(DIGEST, target());
    expect((await lstat(target())).isSymbolicLink()).toBe(false);
    expect(await readFile(outside, 'utf8')).toBe('precious');
  });

  it('of a blob that is not there says so, and writes nothing', async () => {
    expect(await store.materialise(DIGEST, target())).toBe(false);
    expect(await readdir(path.dirname(target()))).toEqual([]);
    expect(await store.read(DIGEST)).toBeNull();
    expect(store.has(DIGEST)).toBe(false);
  });

  it('tells of a project that cannot be written', async () => {
    await store.putBytes(BYTES);
    await writeFile(path.join(root, 'project'), 'a file where a folder belongs');
    await expect(store.materialise(DIGEST, target())).rejects.toMatchObject({
      code: 'ASSETGEN_DISK',
      message: expect.stringContaining('hero.webp'),
    });
  });
});

describe('a blob that went bad', () => {
  /** Same size, same times. */
  async function flipBit(): Promise<void> {
    const file = store.path(DIGEST);
    const { atime, mtime } = await stat(file);
    await chmod(file, 0o644);
    const handle = await open(file, constants.O_RDWR);
    const byte = Buffer.alloc(1);
    await handle.read(byte, 0, 1, 4);
    byte[0] = (byte[0] ?? 0) ^ 0x10;
    await handle.write(byte, 0, 1, 4);
    await handle.close();
    await utimes(file, atime, mtime);
  }
  /** Blobs are read-only, and a user who is not root is held to that. */
  async function unlocked(): Promise<string> {
    await chmod(store.path(DIGEST), 0o644);
    return store.path(DIGEST);
  }
  const BAD: readonly [string, () => Promise<void>][] = [
    ['by a flipped bit', flipBit],
    ['by truncation', async () => truncate(await unlocked(), 3)],
    ['to zeros', async () => writeFile(await unlocked(), new Uint8Array(BYTES.length))],
    ['to nothing', async () => truncate(await unlocked(), 0)],
    ['by growing', async () => writeFile(await unlocked(), 'x', { flag: 'a' })],
  ];

  it.each(BAD)('%s, is never read: it is moved aside', async (_name, spoil) => {
    await store.putBytes(BYTES);
    await spoil();
    expect(await store.read(DIGEST)).toBeNull();
    expect(store.has(DIGEST)).toBe(false);
    expect(await filesIn('quarantine')).toHaveLength(1);
  });

  it.each(BAD)('%s, is never materialised, and the file that stood stays', async (_name, spoil) => {
    await store.putBytes(BYTES);
    await store.materialise(DIGEST, target());
    await spoil();
    expect(await store.materialise(DIGEST, target())).toBe(false);
    expect(new Uint8Array(await readFile(target()))).toEqual(BYTES);
    expect(await readdir(path.dirname(target()))).toEqual(['hero.webp']);
    expect(await filesIn('quarantine')).toHaveLength(1);
  });

  it.each(BAD)('%s, is healed by the next put', async (_name, spoil) => {
    await store.putBytes(BYTES);
    await spoil();
    await store.putBytes(BYTES);
    expect(new Uint8Array((await store.read(DIGEST)) ?? [])).toEqual(BYTES);
    expect(await filesIn('quarantine')).toEqual([]);
  });

  it('to a link, is a miss, whatever it leads to, and is healed by the next put', async () => {
    await mkdir(path.dirname(store.path(DIGEST)), { recursive: true });
    await writeFile(path.join(root, 'elsewhere'), BYTES);
    for (const target of [path.join(root, 'elsewhere'), '/dev/zero', root, 'nowhere']) {
      await symlink(target, store.path(DIGEST));
      expect(store.has(DIGEST)).toBe(false);
      expect(await store.read(DIGEST)).toBeNull();
      expect(await store.materialise(DIGEST, path.join(root, 'project/x.webp'))).toBe(false);
      await store.putBytes(BYTES);
      expect((await lstat(store.path(DIGEST))).isFile()).toBe(true);
      await rm(store.path(DIGEST));
    }
  });

  it('to a folder, is a miss, and is told by the next put', async () => {
    await mkdir(store.path(DIGEST), { recursive: true });
    expect(await store.read(DIGEST)).toBeNull();
    expect(store.has(DIGEST)).toBe(false);
    await expect(store.putBytes(BYTES)).rejects.toMatchObject({ code: 'ASSETGEN_DISK' });
  });
});

describe('a cache folder', () => {
  it('may be a link', async () => {
    await mkdir(path.join(root, 'elsewhere'));
    await symlink(path.join(root, 'elsewhere'), store.dir);
    await store.putBytes(BYTES);
    expect(await store.materialise(DIGEST, target())).toBe(true);
  });

  it('that cannot be made is told, with what to set', async () => {
    await writeFile(path.join(root, 'cache'), 'a file where the folder belongs');
    await expect(store.putBytes(BYTES)).rejects.toMatchObject({
      code: 'ASSETGEN_DISK',
      message: `the cache ${store.dir}: a file is where a folder is needed (ENOTDIR)`,
      hint: expect.stringMatching(/^Move the file .+cache away, or .*ASSETGEN_CACHE_DIR/),
    });
    expect(await store.read(DIGEST)).toBeNull();
    expect(store.has(DIGEST)).toBe(false);
    expect(await store.materialise(DIGEST, target())).toBe(false);
  });

  it.runIf(process.getuid?.() === 0 && process.platform === 'linux')(
    'that is read-only gives what it has, and tells what it cannot take',
    async () => {
      await store.putBytes(BYTES);
      const spoilt = (await store.putBytes(Buffer.from('spoilt'))).digest as Digest;
      await writeFile(store.path(spoilt), 'other!');
      // Others may pass through, to the cache and to the module.
      await chmod(os.tmpdir(), 0o711);
      await chmod(root, 0o755);
      const folder = path.join(root, 'open');
      await mkdir(folder);
      await chmod(folder, 0o777);
      const module = await bundleForNode('store/cas/blob-store.ts', root);
      // A process that is not root, to which the folder is read-only.
      const code = `
        process.setgid(65534); process.setuid(65534);
        const { openBlobStore } = await import(${JSON.stringify(module)});
        const store = openBlobStore(${JSON.stringify(store.dir)});
        const error = await store.putBytes(Buffer.from('new')).catch((each) => each);
        console.log(JSON.stringify([
          (await store.read(${JSON.stringify(DIGEST)}))?.length,
          await store.materialise(${JSON.stringify(DIGEST)}, ${JSON.stringify(path.join(folder, 'a'))}),
          await store.read(${JSON.stringify(spoilt)}),
          error.code, error.message,
        ]));`;
      const script = path.join(root, 'run.mjs');
      await writeFile(script, code);
      const { stdout } = await promisify(execFile)(process.execPath, [script], { cwd: '/' });
      expect(JSON.parse(stdout)).toEqual([
        BYTES.length,
        true,
        null,
        'ASSETGEN_DISK',
        `the cache ${store.dir}: permission is denied (EACCES)`,
      ]);
    },
  );
});
