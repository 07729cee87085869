import { createHash } from 'node:crypto';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Pixels } from './basis-encoder.ts';
import { MOST_PIXELS, openBasisEncoder, shareBasisEncoder } from './basis-encoder.ts';
import { pictureLikeness } from '../picture-likeness.ts';

const SIDE = 32;

function picture(width: number = SIDE, height: number = SIDE): Pixels {
  const data = new Uint8Array(width * height * 4);
  for (let at = 0; at < width * height; at++) {
    const [x, y] = [at % width, Math.floor(at / width)];
    const wave = (value: number): number => Math.round(128 + 100 * Math.sin(value / 5));
    data.set([wave(x), wave(y), wave(x + y), 255], at * 4);
  }
  return { width, height, data };
}

// Their package is pinned to one version. What changes here needs a new version of the model step.
const KNOWN = [
  ['etc1s', 'f746c3314f9e0d3c'],
  ['uastc', 'c5b7d2e5b2548b60'],
] as const;

describe('the encoder of KTX2', () => {
  afterEach(() => {
    vi.restoreAllMocks();
  });

  it.each(KNOWN)(
    'gives the same bytes on every machine and version of Node: %s',
    async (codec, known) => {
      const encoder = await openBasisEncoder();
      const image = encoder.encode(picture(), { codec, quality: 80, color: true });
      expect(createHash('sha256').update(image).digest('hex').slice(0, 16)).toBe(known);
      const again = (await openBasisEncoder()).encode(picture(), {
        codec,
        quality: 80,
        color: true,
      });
      expect(Buffer.compare(image, again)).toBe(0);
    },
  );

  it.each(KNOWN)('gives the same bytes after other models: %s', async (codec, known) => {
    const { encode, decode } = await shareBasisEncoder();
    decode(encode(picture(64, 64), { codec: 'etc1s', quality: 20, color: false }));
    decode(encode(picture(4, 100), { codec: 'uastc', quality: 90, color: false }));
    const image = encode(picture(), { codec, quality: 80, color: true });
    expect(createHash('sha256').update(image).digest('hex').slice(0, 16)).toBe(known);
  });

  it('is shared by models of small textures, and by none after a large one or an error', async () => {
    const load = vi.spyOn(WebAssembly, 'instantiate');
    const loads = async (width: number, height: number, bytes: number): Promise<number> => {
      const { encode } = await shareBasisEncoder();
      const pixels = { width, height, data: new Uint8Array(bytes) };
      try {
        encode(pixels, { codec: 'etc1s', quality: 1, color: true });
      } catch {}
      load.mockClear();
      await shareBasisEncoder();
      return load.mock.calls.length;
    };
    expect(await loads(512, 512, 512 * 512 * 4)).toBe(0);
    expect(await loads(516, 512, 516 * 512 * 4)).toBe(1);
    expect(await loads(0, 0, 0)).toBe(1);
  });

  it('prints nothing, and lets others print while it loads and after', async () => {
    const log = vi.spyOn(console, 'log').mockReturnValue();
    const opening = openBasisEncoder();
    console.log('meanwhile');
    const encoder = await opening;
    encoder.encode(picture(), { codec: 'etc1s', quality: 80, color: true });
    console.log('after');
    expect(log.mock.calls).toEqual([['meanwhile'], ['after']]);
  });

  it('shows more with more quality, and in UASTC', async () => {
    const { encode, decode } = await openBasisEncoder();
    const likeness = (codec: 'etc1s' | 'uastc', quality: number): number => {
      const image = encode(picture(), { codec, quality, color: false });
      return pictureLikeness(picture(), decode(image), false);
    };
    expect(likeness('uastc', 80)).toBeGreaterThan(likeness('etc1s', 80) + 3);
    expect(likeness('uastc', 100)).toBeGreaterThan(likeness('uastc', 40));
    expect(likeness('etc1s', 100)).toBeGreaterThan(likeness('etc1s', 5));
  });

  it('says what it cannot take', async () => {
    const { encode } = await openBasisEncoder();
    const large = { width: 4096, height: 4096, data: new Uint8Array() };
    expect(() => encode(large, { codec: 'etc1s', quality: 80, color: true })).toThrow(
      expect.objectContaining({
        code: 'ASSETGEN_CONTENT',
        message: `a texture of 4096 × 4096 pixels: as KTX2 it has at most ${MOST_PIXELS}`,
        hint: expect.stringContaining('"maxSize": 2048'),
      }),
    );
  });
});
