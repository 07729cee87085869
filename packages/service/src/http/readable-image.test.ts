import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import * as fc from 'fast-check';
import sharp from 'sharp';
import { describe, expect, it, test } from 'vitest';
import { formOf, openTestService } from '../testing/open-test-service.ts';
import { imageError } from './image-error.ts';
import { formatOf } from './image-format.ts';
import { readBmp } from './read-bmp.ts';
import { readableImage } from './readable-image.ts';

type Rgba = readonly [number, number, number, number];

const RED: Rgba = [255, 0, 0, 255];
const GREEN: Rgba = [0, 255, 0, 255];
const BLUE: Rgba = [0, 0, 255, 255];

interface Parts {
  readonly bits: number;
  readonly width: number;
  /** Below 0: rows from the top. */
  readonly height: number;
  readonly compression?: number;
  /** Behind the header of 40 bytes: masks or a palette. */
  readonly extra?: readonly number[];
  /** Rows as they stand in the file, without padding. */
  readonly rows: readonly (readonly number[])[];
}

/** A BMP, written out by hand (Microsoft, "Bitmap Storage"). */
function bmp({ bits, width, height, compression = 0, extra = [], rows }: Parts): Uint8Array {
  const head = Buffer.alloc(54);
  const tail = Buffer.from(extra);
  const stride = Math.ceil((width * bits) / 32) * 4;
  const pixels = Buffer.concat(
    rows.map((row) => Buffer.concat([Buffer.from(row), Buffer.alloc(stride - row.length)])),
  );
  head.write('BM', 0, 'latin1');
  head.writeUInt32LE(54 + tail.length + pixels.length, 2);
  head.writeUInt32LE(54 + tail.length, 10);
  head.writeUInt32LE(40, 14);
  head.writeInt32LE(width, 18);
  head.writeInt32LE(height, 22);
  head.writeUInt16LE(1, 26);
  head.writeUInt16LE(bits, 28);
  head.writeUInt32LE(compression, 30);
  return new Uint8Array(Buffer.concat([head, tail, pixels]));
}

const u32 = (...values: readonly number[]): number[] => {
  const bytes = Buffer.alloc(values.length * 4);
  values.forEach((value, index) => bytes.writeUInt32LE(value, index * 4));
  return [...bytes];
};
const u16 = (...values: readonly number[]): number[] =>
  values.flatMap((value) => [value & 255, value >> 8]);
/** Blue, green, red, nothing. */
const PALETTE = [0, 0, 255, 0, 0, 255, 0, 0, 255, 0, 0, 0];

/** Of 3 × 2 pixels: red, green, blue; blue, red, green. */
const PICTURE = [RED, GREEN, BLUE, BLUE, RED, GREEN];
const KINDS: Readonly<Record<string, Uint8Array>> = {
  '24 bits': bmp({
    bits: 24,
    width: 3,
    height: 2,
    rows: [
      [255, 0, 0, 0, 0, 255, 0, 255, 0],
      [0, 0, 255, 0, 255, 0, 255, 0, 0],
    ],
  }),
  '24 bits, rows from the top': bmp({
    bits: 24,
    width: 3,
    height: -2,
    rows: [
      [0, 0, 255, 0, 255, 0, 255, 0, 0],
      [255, 0, 0, 0, 0, 255, 0, 255, 0],
    ],
  }),
  '32 bits, the last eight at 0': bmp({
    bits: 32,
    width: 3,
    height: 2,
    rows: [u32(0x0000ff, 0xff0000, 0x00ff00), u32(0xff0000, 0x00ff00, 0x0000ff)],
  }),
  '32 bits by other masks': bmp({
    bits: 32,
    width: 3,
    height: 2,
    compression: 3,
    extra: u32(0xff, 0xff00, 0xff0000),
    rows: [u32(0xff0000, 0xff, 0xff00), u32(0xff, 0xff00, 0xff0000)],
  }),
  '16 bits': bmp({
    bits: 16,
    width: 3,
    height: 2,
    rows: [u16(0x001f, 0x7c00, 0x03e0), u16(0x7c00, 0x03e0, 0x001f)],
  }),
  '16 bits by masks of 5, 6 and 5': bmp({
    bits: 16,
    width: 3,
    height: 2,
    compression: 3,
    extra: u32(0xf800, 0x07e0, 0x001f),
    rows: [u16(0x001f, 0xf800, 0x07e0), u16(0xf800, 0x07e0, 0x001f)],
  }),
  '8 bits': bmp({
    bits: 8,
    width: 3,
    height: 2,
    extra: [...PALETTE, ...Array.from({ length: 253 * 4 }, () => 0)],
    rows: [
      [2, 0, 1],
      [0, 1, 2],
    ],
  }),
  '4 bits, of an odd width': bmp({
    bits: 4,
    width: 3,
    height: 2,
    extra: [...PALETTE, ...Array.from({ length: 13 * 4 }, () => 0)],
    rows: [
      [0x20, 0x10],
      [0x01, 0x20],
    ],
  }),
};

describe('a BMP', () => {
  it.each(Object.entries(KINDS))('of %s', async (_name, bytes) => {
    expect(formatOf(bytes)).toBe('bmp');
    expect(await imageError('image', 'image/bmp', bytes, 1e6)).toBeUndefined();
    const png = await readableImage(bytes, 'bmp');
    const { data, info } = await sharp(png)
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect(info).toMatchObject({ width: 3, height: 2 });
    expect([...data]).toEqual(PICTURE.flat());
  });

  it('of one bit', () => {
    const extra = [0, 0, 255, 0, 0, 255, 0, 0];
    const bytes = bmp({ bits: 1, width: 3, height: 1, extra, rows: [[0b0100_0000]] });
    expect([...readBmp(bytes).rgba]).toEqual([RED, GREEN, RED].flat());
  });

  it('keeps its opacity', () => {
    const extra = u32(0xff0000, 0xff00, 0xff, 0xff000000);
    const rows = [u32(0x80ff0000, 0xff00ff00)];
    const bytes = bmp({ bits: 32, width: 2, height: 1, compression: 6, extra, rows });
    expect([...readBmp(bytes).rgba]).toEqual([255, 0, 0, 128, ...GREEN]);
  });

  it.each([
    ['that is compressed', bmp({ bits: 8, width: 1, height: 1, compression: 1, rows: [[1]] })],
    ['that is not whole', KINDS['24 bits']!.subarray(0, 70)],
    ['without pixels', bmp({ bits: 24, width: 0, height: 1, rows: [[]] })],
  ])('%s is refused', async (_name, bytes) => {
    expect(await imageError('image', 'image/bmp', bytes, 1e6)).toMatchObject({ type: 'file' });
  });

  test('of any bytes ends in pixels or an error', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 14, maxLength: 200 }), (tail) => {
        const bytes = Uint8Array.from([...KINDS['24 bits']!.subarray(0, 14), ...tail]);
        try {
          const { rgba, width, height } = readBmp(bytes);
          expect(rgba.length).toBe(width * height * 4);
          expect(rgba.length).toBeLessThan(10_000);
        } catch (error) {
          expect(error).toBeInstanceOf(Error);
        }
      }),
    );
  });
});

const svg = (inside: string, size = 'width="8" height="4"'): Uint8Array =>
  new TextEncoder().encode(
    `\uFEFF<?xml version="1.0"?>\n<!-- drawn -->\n<svg xmlns="http://www.w3.org/2000/svg" ${size}>${inside}</svg>`,
  );

describe('an SVG', () => {
  it('is drawn large enough to be seen', async () => {
    const bytes = svg('<rect width="8" height="4" fill="#0f0"/>');
    expect(formatOf(bytes)).toBe('svg');
    expect(await imageError('image', 'image/svg+xml', bytes, 1e6)).toBeUndefined();
    const { data, info } = await sharp(await readableImage(bytes, 'svg'))
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect(info).toMatchObject({ width: 512, height: 256 });
    expect([...data.subarray(0, 4)]).toEqual(GREEN);
  });

  it('is looked for without going back: many comments are read once', () => {
    expect(formatOf(new TextEncoder().encode('<!---->'.repeat(500)))).toBeUndefined();
  });

  it('reads no other file', async () => {
    const file = join(mkdtempSync(join(tmpdir(), 'svg-')), 'red.png');
    const create = { width: 8, height: 4, channels: 3, background: '#f00' } as const;
    writeFileSync(file, await sharp({ create }).png().toBuffer());
    const outside = `<image href="${pathToFileURL(file).href}" width="8" height="4"/>`;
    const png = await readableImage(svg(outside), 'svg');
    const { channels } = await sharp(png).stats();
    expect(channels.map(({ max }) => max)).toEqual([0, 0, 0, 0]);
  });

  it.each([
    ['that is too large', svg('', 'width="12000" height="12000"'), 'too_large'],
    ['that breaks off', svg('<rect').subarray(0, 60), 'file'],
  ])('%s is refused', async (_name, bytes, type) => {
    expect(await imageError('image', 'image/svg+xml', bytes, 1e6)).toMatchObject({ type });
  });
});

test.each([
  ['image/bmp', KINDS['24 bits']!],
  ['image/svg+xml', svg('<rect width="8" height="4"/>')],
])('an upload of %s makes what a PNG makes', async (type, bytes) => {
  const service = openTestService();
  const image = new Blob([new Uint8Array(bytes)], { type });
  const answer = await service.postJson(
    '/api/generateModelWithImage',
    formOf({ image, modelCount: '1' }),
  );
  expect(answer).toMatchObject({ uuids: [expect.any(String)] });
  const upload = await service.get(answer['uploadedImageUrl'] as string);
  expect(upload.headers.get('content-type')).toBe('image/png');
  expect(formatOf(new Uint8Array(await upload.arrayBuffer()))).toBe('png');
});
