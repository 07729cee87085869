import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import type { PictureSpec } from '../generators.ts';
import { makePicture } from './make-picture.ts';

const SPEC: PictureSpec = {
  prompt: 'a castle on a mountain at sunset',
  width: 160,
  height: 120,
  seed: 'one',
  references: [],
  draft: false,
};

async function pixels(png: Uint8Array): Promise<{ data: Buffer; width: number; height: number }> {
  const { data, info } = await sharp(png).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

function difference(a: Uint8Array, b: Uint8Array): number {
  let sum = 0;
  for (const [index, value] of a.entries()) sum += Math.abs(value - (b[index] ?? 0));
  return sum / a.length;
}

describe('makePicture', () => {
  it.each([
    [160, 160],
    [256, 144],
    [144, 256],
    [161, 97],
  ])('draws a PNG of exactly %i × %i', async (width, height) => {
    const metadata = await sharp(await makePicture({ ...SPEC, width, height })).metadata();
    expect(metadata).toMatchObject({ format: 'png', width, height, channels: 3 });
  });

  it('gives the same bytes for the same spec', async () => {
    expect(await makePicture(SPEC)).toEqual(await makePicture({ ...SPEC }));
  });

  it('gives another picture for another seed or other words', async () => {
    const first = await pixels(await makePicture(SPEC));
    const seed = await pixels(await makePicture({ ...SPEC, seed: 'two' }));
    const words = await pixels(
      await makePicture({ ...SPEC, prompt: 'a green forest in the rain' }),
    );
    expect(difference(first.data, seed.data)).toBeGreaterThan(4);
    expect(difference(first.data, words.data)).toBeGreaterThan(12);
  });

  it('lets the words decide the light and the colours', async () => {
    const mean = async (prompt: string): Promise<number[]> => {
      const { channels } = await sharp(await makePicture({ ...SPEC, prompt })).stats();
      return channels.map((channel) => channel.mean);
    };
    const [night = [], day = [], desert = []] = await Promise.all(
      ['the sea at night', 'the sea on a clear day', 'a desert at golden hour'].map(mean),
    );
    expect(night.reduce((sum, value) => sum + value)).toBeLessThan(
      0.6 * day.reduce((sum, value) => sum + value),
    );
    expect(day[2]).toBeGreaterThan(day[0] ?? 0);
    expect(desert[0]).toBeGreaterThan(1.2 * (desert[2] ?? 0));
  });

  it('marks a draft in its corner, and only a draft', async () => {
    const yellow = async (draft: boolean): Promise<number> => {
      const { data, width, height } = await pixels(await makePicture({ ...SPEC, draft }));
      let count = 0;
      for (let y = Math.floor(height * 0.8); y < height; y++) {
        for (let x = Math.floor(width * 0.8); x < width; x++) {
          const [r = 0, g = 0, b = 0] = data.subarray((y * width + x) * 3);
          if (r > 190 && g > 140 && b < 110) count++;
        }
      }
      return count;
    };
    expect(await yellow(true)).toBeGreaterThan(30);
    expect(await yellow(false)).toBe(0);
  });
});
