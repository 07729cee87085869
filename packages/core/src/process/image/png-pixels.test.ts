import sharp from 'sharp';
import { expect, it } from 'vitest';
import { pngPixels } from './png-pixels.ts';

const image = sharp({ create: { width: 31, height: 7, channels: 3, background: 'red' } });

it('says what the image library says', async () => {
  const bytes = await image.png().toBuffer();
  const { width, height } = await sharp(bytes).metadata();
  expect(pngPixels(bytes)).toBe(width * height);
});

it('says nothing of other images, of a part of a head, and of one that claims too much', async () => {
  const bytes = await image.png().toBuffer();
  expect(pngPixels(await image.webp().toBuffer())).toBeNull();
  expect(pngPixels(bytes.subarray(0, 23))).toBeNull();
  expect(pngPixels(Buffer.alloc(0))).toBeNull();
  const claims = (width: number, height: number): Buffer => {
    const changed = Buffer.from(bytes);
    changed.writeUInt32BE(width, 16);
    changed.writeUInt32BE(height, 20);
    return changed;
  };
  expect(pngPixels(claims(16_384, 16_384))).toBe(16_384 ** 2);
  expect(pngPixels(claims(16_384, 16_385))).toBeNull();
  expect(pngPixels(claims(0, 7))).toBeNull();
});
