import { execFileSync } from 'node:child_process';
import { appendFileSync } from 'node:fs';
import { mkdir, mkdtemp, symlink, truncate, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { holdsNow, readBytes, readPiecesNow, readText, readTextNow } from './read-text.ts';

const MOST = { most: 100 };

describe.each([
  ['readText', readText],
  ['readTextNow', async (...given: Parameters<typeof readTextNow>) => readTextNow(...given)],
  [
    'readPiecesNow',
    async (...[file, options]: Parameters<typeof readTextNow>) => {
      const pieces: Buffer[] = [];
      readPiecesNow(file, options, (piece) => pieces.push(Buffer.from(piece)));
      return Buffer.concat(pieces).toString('utf8');
    },
  ],
])('%s', (_name, read) => {
  let folder: string;
  const file = (name: string): string => path.join(folder, name);
  beforeEach(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'read-'));
    await writeFile(file('text'), 'grüße');
  });

  it('reads a plain file, also by a link', async () => {
    await symlink('text', file('link'));
    expect(await read(file('text'), MOST)).toBe('grüße');
    expect(await read(file('link'), MOST)).toBe('grüße');
    await writeFile(file('empty'), '');
    expect(await read(file('empty'), MOST)).toBe('');
    await expect(read(file('nowhere'), MOST)).rejects.toMatchObject({ code: 'ENOENT' });
  });

  it('refuses a link where none may be', async () => {
    await symlink('text', file('link'));
    const options = { ...MOST, follow: false };
    await expect(read(file('link'), options)).rejects.toMatchObject({ code: 'ELOOP' });
    expect(await read(file('text'), options)).toBe('grüße');
  });

  it('refuses what is too large before it reads it', async () => {
    await truncate(file('text'), 4 * 1024 ** 4).catch(() => truncate(file('text'), 1024 ** 3));
    await expect(read(file('text'), MOST)).rejects.toMatchObject({ code: 'EFBIG' });
  });

  it.skipIf(process.platform === 'win32')('does not wait for what never ends', async () => {
    execFileSync('mkfifo', [file('pipe')]);
    await mkdir(file('folder'));
    await symlink('/dev/zero', file('zero'));
    for (const name of ['pipe', 'folder', 'zero']) {
      await expect(read(file(name), MOST)).rejects.toMatchObject({ code: 'ENOTFILE' });
    }
  });
});

describe('readBytes', () => {
  it('reads what others append meanwhile, to the limit', async () => {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'read-'));
    const file = path.join(folder, 'log');
    const grow = async (most: number): Promise<number> => {
      await writeFile(file, 'x'.repeat(50));
      // Asked before each piece: after the size was taken, and before anything is read.
      const signal = {
        throwIfAborted: () => appendFileSync(file, 'y'.repeat(40)),
      } as unknown as AbortSignal;
      return (await readBytes(file, { most, signal })).length;
    };
    await expect(grow(1000)).rejects.toMatchObject({ code: 'EFBIG' });
    await writeFile(file, 'x'.repeat(50));
    let left = 3;
    const signal = {
      throwIfAborted: () => (left-- > 0 ? appendFileSync(file, 'y'.repeat(40)) : undefined),
    } as unknown as AbortSignal;
    expect((await readBytes(file, { most: 1000, signal })).toString()).toBe(
      'x'.repeat(50) + 'y'.repeat(120),
    );
  });

  it('stops on a signal', async () => {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'read-'));
    await writeFile(path.join(folder, 'text'), 'text');
    const signal = AbortSignal.abort(new Error('stop'));
    await expect(readBytes(path.join(folder, 'text'), { ...MOST, signal })).rejects.toThrow('stop');
  });
});

describe('readPiecesNow', () => {
  it('goes on with what others append, to the limit, in pieces of one size', async () => {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'read-'));
    const file = path.join(folder, 'log');
    await writeFile(file, 'x'.repeat(2_500_000));
    const lengths: number[] = [];
    const read = (most: number): void =>
      readPiecesNow(file, { most }, ({ length }) => {
        lengths.push(length);
        if (lengths.length === 1) appendFileSync(file, 'y'.repeat(1000));
      });
    read(3_000_000);
    expect(lengths).toEqual([1_048_576, 1_048_576, 403_848]);
    lengths.splice(0);
    expect(() => read(2_501_500)).toThrow(expect.objectContaining({ code: 'EFBIG' }));
  });
});

describe('holdsNow', () => {
  it.each([
    ['the same', ['gr', '', 'üße'], true],
    ['the same in one', ['grüße'], true],
    ['less', ['grü'], false],
    ['nothing', [], false],
    ['more', ['grüße', '!'], false],
    ['more in one', ['grüße!'], false],
    ['others', ['grüne'], false],
  ])('compares a file with parts: %s', async (_what, parts, is) => {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'read-'));
    await writeFile(path.join(folder, 'text'), 'grüße');
    const bytes = parts.map((part) => Buffer.from(part));
    expect(holdsNow(path.join(folder, 'text'), MOST, bytes)).toBe(is);
    expect(holdsNow(path.join(folder, 'nowhere'), MOST, bytes)).toBe(false);
    expect(holdsNow(folder, MOST, bytes)).toBe(false);
  });

  it('compares what is longer than a piece, and asks for no part behind the first that differs', async () => {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'read-'));
    const file = path.join(folder, 'long');
    await writeFile(file, 'x'.repeat(2_500_000));
    let asked = 0;
    const parts = function* (text: string): Generator<Buffer> {
      for (asked = 0; asked < 25; asked++) yield Buffer.from(text.repeat(100_000));
    };
    const options = { most: 3_000_000 };
    expect(holdsNow(file, options, parts('x'))).toBe(true);
    expect(asked).toBe(25);
    expect(holdsNow(file, options, parts('y'))).toBe(false);
    expect(asked).toBe(0);
  });
});
