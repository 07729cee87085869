import { describe, expect, it } from 'vitest';
import { unzstd } from './unzstd.ts';

// `printf 'glTF and more' | zstd`: Node 20 has no encoder of it.
const FRAME = Buffer.from('KLUv/QRYaQAAZ2xURiBhbmQgbW9yZaCn6h8=', 'base64');
const SKIPPED = Buffer.from([0x50, 0x2a, 0x4d, 0x18, 3, 0, 0, 0, 1, 2, 3]);

/** The header of a frame whose window has this descriptor. */
const header = (window: number): Buffer => Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0, window]);
const WINDOW_2_MIB = 0x58;
const WINDOW_1_GIB = 0xa0;
/** 4 bytes that unpack to 128 KiB, all of them 7. */
const BLOCK = Buffer.from([0x02, 0, 0x10, 7]);
const LAST_BLOCK = Buffer.from([0x03, 0, 0x10, 7]);

async function* inPieces(bytes: Uint8Array, length: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += length) yield bytes.subarray(at, at + length);
}

async function whole(bytes: Uint8Array, length = bytes.length): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for await (const piece of unzstd(inPieces(bytes, length))) pieces.push(piece);
  return Buffer.concat(pieces);
}

describe('unzstd', () => {
  it.each([1, 2, 7, 4096])('reads frames that come in pieces of %i bytes', async (length) => {
    const bytes = Buffer.concat([FRAME, SKIPPED, FRAME]);
    expect((await whole(bytes, length)).toString()).toBe('glTF and moreglTF and more');
  });

  it('unpacks one block at a time', async () => {
    const bytes = Buffer.concat([
      header(WINDOW_2_MIB),
      ...Array.from({ length: 1024 }, () => BLOCK),
    ]);
    const before = process.memoryUsage().arrayBuffers;
    const pieces = unzstd(inPieces(bytes, bytes.length));
    const first = await pieces.next();
    const grown = process.memoryUsage().arrayBuffers - before;
    await pieces.return(undefined);
    expect(first.value).toHaveLength(131_072);
    expect(grown).toBeLessThan(16_000_000);
  });

  it.each<[string, Buffer, Buffer]>([
    ['blocks of nothing', header(WINDOW_2_MIB), Buffer.from([0, 0, 0])],
    ['blocks of a byte', header(WINDOW_2_MIB), Buffer.from([0x0a, 0, 0, 7])],
    [
      'frames of nothing',
      Buffer.alloc(0),
      Buffer.concat([header(WINDOW_2_MIB), Buffer.from([1, 0, 0])]),
    ],
    ['frames to skip', Buffer.alloc(0), Buffer.from([0x50, 0x2a, 0x4d, 0x18, 0, 0, 0, 0])],
  ])('ends a body of a million %s', async (_name, start, part) => {
    const bytes = Buffer.concat([start, Buffer.alloc(part.length * 1_000_000, part)]);
    await expect(whole(bytes)).rejects.toThrow('too long to unpack');
  });

  it.each<[string, Buffer, string]>([
    [
      'a window of 1 GiB',
      Buffer.concat([header(WINDOW_1_GIB), LAST_BLOCK]),
      'needs 1073741824 bytes',
    ],
    [
      'a window of 1 GiB in a second frame',
      Buffer.concat([header(WINDOW_2_MIB), LAST_BLOCK, header(WINDOW_1_GIB), LAST_BLOCK]),
      'needs 1073741824 bytes',
    ],
    [
      'a block that is too long',
      Buffer.concat([header(WINDOW_2_MIB), Buffer.from([4, 0, 0x20])]),
      '262144 bytes',
    ],
    ['the end of a file that was cut off', FRAME.subarray(0, -6), 'unexpected EOF'],
    ['another format', Buffer.from('glTF and more'), 'not of zstd'],
  ])('refuses %s', async (_name, bytes, message) => {
    await expect(whole(bytes)).rejects.toThrow(message);
  });
});
