import { expect, test } from 'vitest';
import { mp4BoxHeader, mp4Boxes } from './mp4-boxes.ts';

/** A box with its size as given: 32 bits, or 64 where `long`. */
function box(type: string, body: number, { size = body + 8, long = false } = {}): Buffer {
  const bytes = Buffer.alloc(body + (long ? 16 : 8));
  bytes.writeUInt32BE(long ? 1 : size);
  bytes.write(type, 4, 'latin1');
  if (long) bytes.writeBigUInt64BE(BigInt(size + 8), 8);
  return bytes;
}

test('boxes of every kind of size, in their order', () => {
  const file = Buffer.concat([
    box('ftyp', 4),
    box('mdat', 20, { long: true }),
    box('free', 0),
    box('moov', 5, { size: 0 }),
  ]);
  expect(mp4Boxes(file, 0, file.length)).toEqual([
    { type: 'ftyp', start: 0, body: 8, end: 12 },
    { type: 'mdat', start: 12, body: 28, end: 48 },
    { type: 'free', start: 48, body: 56, end: 56 },
    { type: 'moov', start: 56, body: 64, end: 69 },
  ]);
  expect(mp4Boxes(file, 12, 48)).toHaveLength(1);
  expect(mp4Boxes(file, 7, 7)).toEqual([]);
});

test.each<[string, Buffer]>([
  ['too long', box('moov', 4, { size: 13 })],
  ['shorter than its header', box('moov', 4, { size: 7 })],
  ['long, and shorter than its header', box('moov', 8, { size: 7, long: true })],
  ['long, and cut in its header', box('moov', 8, { long: true }).subarray(0, 15)],
  ['a rest of a header', Buffer.concat([box('moov', 4), Buffer.alloc(7)])],
])('a box that is %s fills no range', (_name, file) => {
  expect(mp4Boxes(file, 0, file.length)).toBeNull();
});

test('a header alone: a box that reaches to the end, and one of which too little is there', () => {
  const open = box('mdat', 0, { size: 0 });
  expect(mp4BoxHeader(open, 900)).toEqual({ type: 'mdat', size: 900, header: 8 });
  expect(mp4BoxHeader(open.subarray(0, 7), 900)).toBeNull();
});
