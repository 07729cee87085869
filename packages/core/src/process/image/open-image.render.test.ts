import { crc32, gzipSync } from 'node:zlib';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import type { ImageFormat, ImageStepOptions } from '../../manifest/manifest.ts';
import { openImage } from './open-image.ts';

/** One output of one source. */
async function imageStep(source: Uint8Array, format: ImageFormat, options: ImageStepOptions = {}) {
  return (await openImage(source, 1)).make(format, options);
}

const noise = (width: number, height: number) =>
  sharp({
    create: {
      width,
      height,
      channels: 3,
      background: '#888',
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  });
let photo: Uint8Array;
beforeAll(async () => {
  photo = await noise(400, 300).png().toBuffer();
});

/** The facts of a decoded output, beside those that the step told. */
async function made(source: Uint8Array, format: ImageFormat, options: ImageStepOptions = {}) {
  const { bytes, meta } = await imageStep(source, format, options);
  if (bytes === null) throw new Error('expected new bytes');
  const found = await sharp(bytes).metadata();
  expect([found.width, found.height]).toEqual([meta.width, meta.height]);
  return { ...found, bytes, meta };
}
/** A PNG with a chunk more behind its head. */
function withChunk(png: Uint8Array, type: string, data: Uint8Array): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([png.subarray(0, 33), length, named, sum, png.subarray(33)]);
}
const pixel = async (bytes: Uint8Array, left: number, top: number): Promise<number[]> => {
  const image = sharp(bytes).ensureAlpha().extract({ left, top, width: 1, height: 1 });
  return [...(await image.raw().toBuffer())];
};
const svg = (body: string, size = 24) =>
  new TextEncoder().encode(
    `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="${size}" height="${size}">${body}</svg>`,
  );

describe('imageStep', () => {
  it.each<[ImageFormat, string]>([
    ['png', 'png'],
    ['jpeg', 'jpeg'],
    ['webp', 'webp'],
    ['avif', 'heif'],
  ])('gives %s of the width that is asked for, with its facts', async (format, found) => {
    const image = await made(photo, format, { width: 200, effort: 0 });
    expect(image).toMatchObject({ format: found, width: 200, height: 150 });
    expect(image.meta.placeholder).toMatch(/^data:image\/webp;base64,[\w+/=]{20,300}$/);
  });

  it('leaves a source of the asked format as it is, where no option is given', async () => {
    for (const format of ['png', 'jpeg', 'webp', 'avif'] as const) {
      const source = await noise(40, 30).toFormat(format).toBuffer();
      const { bytes, meta } = await imageStep(source, format, {});
      expect({ format, bytes, width: meta.width, height: meta.height }).toEqual({
        format,
        bytes: null,
        width: 40,
        height: 30,
      });
    }
  });

  it('keeps every colour of a PNG; a quality makes it a palette', async () => {
    const colours = async (options: ImageStepOptions) => {
      const { bytes } = await made(photo, 'png', { width: 200, ...options });
      const raw = await sharp(bytes).removeAlpha().raw().toBuffer();
      const seen = new Set<number>();
      for (let at = 0; at < raw.length; at += 3) seen.add(raw.readUIntBE(at, 3));
      return seen.size;
    };
    expect(await colours({})).toBeGreaterThan(256);
    expect(await colours({ effort: 1 })).toBeGreaterThan(256);
    expect(await colours({ quality: 80 })).toBeLessThanOrEqual(256);
  });

  it('never enlarges by a width or a height alone; together they are a frame', async () => {
    expect(await made(photo, 'webp', { width: 4000 })).toMatchObject({ width: 400, height: 300 });
    expect(await made(photo, 'webp', { height: 100 })).toMatchObject({ width: 133, height: 100 });
    const frame = { width: 500, height: 500 };
    expect(await made(photo, 'webp', frame)).toMatchObject(frame);
    expect(await made(photo, 'webp', { ...frame, fit: 'contain' })).toMatchObject(frame);
    const inside = await made(photo, 'webp', { ...frame, fit: 'inside' });
    expect(inside).toMatchObject({ width: 500, height: 375 });
  });

  it('draws an SVG at the size that is asked for', async () => {
    const { bytes, width } = await made(svg('<circle cx="12" cy="12" r="12"/>'), 'png', {
      width: 256,
    });
    expect(width).toBe(256);
    // An enlarged raster has soft edges: this one has none wider than a pixel or two.
    const alpha = await sharp(bytes).extractChannel(3).raw().toBuffer();
    expect(alpha.filter((value) => value > 0 && value < 255).length).toBeLessThan(256 * 5);
  });

  it('turns a picture upright, and tells the size that one sees', async () => {
    const lying = await noise(40, 20).withMetadata({ orientation: 6 }).jpeg().toBuffer();
    const image = await made(lying, 'webp');
    expect(image).toMatchObject({ width: 20, height: 40 });
    expect(image.orientation ?? 1).toBe(1);
    expect((await imageStep(lying, 'jpeg', {})).meta).toMatchObject({ width: 20, height: 40 });
  });

  it('keeps transparency where the format has it, and fills it where it has not', async () => {
    const glass = await sharp({
      create: { width: 8, height: 8, channels: 4, background: { r: 255, g: 0, b: 0, alpha: 0 } },
    })
      .png()
      .toBuffer();
    expect((await pixel((await made(glass, 'webp')).bytes, 4, 4))[3]).toBe(0);
    expect(await pixel((await made(glass, 'jpeg')).bytes, 4, 4)).toEqual([255, 255, 255, 255]);
    const blue = await made(glass, 'png', { background: '#00f' });
    expect(await pixel(blue.bytes, 4, 4)).toEqual([0, 0, 255, 255]);
    const wide = await made(photo, 'png', { width: 40, height: 80, fit: 'contain' });
    expect((await pixel(wide.bytes, 20, 2))[3]).toBe(0);
  });

  it('drops what a camera wrote', async () => {
    const exif = { IFD0: { Copyright: 'a secret owner', Artist: 'somebody' } };
    const source = await noise(40, 30).withExif(exif).jpeg().toBuffer();
    expect((await sharp(source).metadata()).exif).toBeDefined();
    const { bytes, exif: after } = await made(source, 'webp');
    expect(after).toBeUndefined();
    expect(Buffer.from(bytes).includes('secret owner')).toBe(false);
  });

  it('tells the colour that most of it has; transparent pixels have none', async () => {
    const red = sharp({ create: { width: 90, height: 60, channels: 3, background: '#c03020' } });
    const spot = await sharp({ create: { width: 30, height: 20, channels: 3, background: '#fff' } })
      .png()
      .toBuffer();
    const flag = await red
      .composite([{ input: spot }])
      .png()
      .toBuffer();
    expect((await imageStep(flag, 'webp', { width: 9 })).meta.color).toBe('#c03020');
    const circle = await made(svg('<circle cx="12" cy="12" r="4" fill="#204080"/>'), 'webp');
    expect(circle.meta.color).toBe('#204080');
    expect((await made(svg('<g/>'), 'webp')).meta).not.toHaveProperty('color');
  });

  it('drops what a camera wrote though the format stays, and keeps the rest as it is', async () => {
    const exif = { IFD0: { Artist: 'somebody' } };
    const source = await noise(40, 30).withExif(exif).jpeg().toBuffer();
    const { exif: after, bytes } = await made(source, 'jpeg');
    expect(after).toBeUndefined();
    expect(Buffer.from(bytes).includes('somebody')).toBe(false);
    const bare = await noise(40, 30).jpeg().toBuffer();
    expect((await imageStep(bare, 'jpeg')).bytes).toBeNull();
  });

  it('drops what a generator wrote beside a picture', async () => {
    const secret = Buffer.from('parameters\0a secret prompt');
    const png = withChunk(await noise(40, 30).png().toBuffer(), 'tEXt', secret);
    const jpeg = await noise(40, 30).jpeg().toBuffer();
    const segment = Buffer.from([0xff, 0xfe, 0, secret.length + 2, ...secret]);
    const noted = Buffer.concat([jpeg.subarray(0, 2), segment, jpeg.subarray(2)]);
    for (const [source, format] of [
      [png, 'png'],
      [noted, 'jpeg'],
    ] as const) {
      expect(source.includes('a secret prompt')).toBe(true);
      const { bytes } = await made(source, format);
      expect(Buffer.from(bytes).includes('a secret prompt')).toBe(false);
    }
  });

  it.each(['png', 'jpeg', 'avif'] as const)('gives sRGB of a %s of wider colours', async (from) => {
    const green = { create: { width: 8, height: 8, channels: 3, background: '#00c800' } } as const;
    // The numbers stay, their meaning becomes that of Display P3: more vivid than sRGB can show.
    const p3 = await sharp(green).withIccProfile('p3').toFormat(from, { quality: 100 }).toBuffer();
    expect((await sharp(p3).metadata()).icc).toBeDefined();
    const { bytes, icc } = await made(p3, 'png', { width: 4 });
    expect(icc).toBeUndefined();
    const [r = 255, g = 0] = await pixel(bytes, 1, 1);
    expect(r).toBeLessThan(12);
    expect(g).toBeGreaterThan(190);
  });

  it('takes grey, CMYK and 16 bits a channel', async () => {
    const grey = await noise(20, 10).greyscale().png().toBuffer();
    const cmyk = await noise(20, 10).toColourspace('cmyk').tiff().toBuffer();
    const deep = await noise(20, 10).toColourspace('rgb16').png().toBuffer();
    for (const source of [grey, cmyk, deep]) {
      const { space, depth, width } = await made(source, 'webp', { width: 10 });
      expect([space, depth, width]).toEqual(['srgb', 'uchar', 10]);
    }
  });

  it('gives the same bytes, whatever else is made of the source, and though it is shared', async () => {
    for (const from of ['png', 'jpeg', 'webp', 'avif'] as const) {
      const source = await noise(300, 200).toFormat(from).toBuffer();
      const together = await openImage(source, 2);
      const sizes = [24, 99, 300];
      const shared = await Promise.all(
        sizes.map((width) => together.make('webp', { width, effort: 0 })),
      );
      for (const [index, width] of sizes.entries()) {
        const { bytes } = await imageStep(source, 'webp', { width, effort: 0 });
        expect(Buffer.from(shared[index]?.bytes ?? []).equals(bytes ?? Buffer.of())).toBe(true);
      }
    }
  });

  // Not a JPEG, which is decoded in the size of each output.
  it.each(['png', 'webp', 'avif'] as const)('decodes a %s once, for all outputs', async (from) => {
    const source = await noise(300, 200).toFormat(from).toBuffer();
    const image = await openImage(source, 2);
    // Who decoded again would find no image.
    source.fill(0);
    for (const width of [24, 99, 300]) {
      const { bytes, meta } = await image.make('webp', { width });
      expect(meta).toMatchObject({ width, placeholder: expect.any(String) });
      expect((await sharp(bytes ?? Buffer.of()).metadata()).width).toBe(width);
    }
  });

  it('takes a strip of any length, whose placeholder stays short', async () => {
    const strip = await noise(1, 3000).png().toBuffer();
    const { meta } = await made(strip, 'webp');
    expect(meta).toMatchObject({ width: 1, height: 3000 });
    expect(meta.placeholder?.length).toBeLessThan(1000);
    const placeholder = Buffer.from(meta.placeholder?.split(',')[1] ?? '', 'base64');
    expect(await sharp(placeholder).metadata()).toMatchObject({ width: 1, height: 256 });
  });

  it('names the format that has no room for an image, and what to do', async () => {
    const wide = await noise(17_000, 2).png().toBuffer();
    for (const [format, most] of [
      ['webp', '16,383'],
      ['avif', '16,384'],
    ] as const) {
      await expect(imageStep(wide, format)).rejects.toMatchObject({
        code: 'ASSETGEN_CONTENT',
        message: `${format} has at most ${most} pixels a side, and this image has more`,
        hint: expect.stringContaining('Set a width'),
      });
      expect((await made(wide, format, { width: 8000, effort: 0 })).width).toBe(8000);
    }
  });

  it('gives lossless webp and avif where asked', async () => {
    const { bytes } = await made(photo, 'webp', { lossless: true });
    const [before, after] = await Promise.all(
      [photo, bytes].map((each) => sharp(each).removeAlpha().raw().toBuffer()),
    );
    expect(after?.equals(before ?? Buffer.of())).toBe(true);
  });

  it('gives the same bytes for the same source', async () => {
    const [one, two] = await Promise.all([1, 2].map(() => made(photo, 'webp', { width: 99 })));
    expect(Buffer.from(one?.bytes ?? []).equals(two?.bytes ?? Buffer.of())).toBe(true);
  });
});

describe('imageStep refuses', () => {
  /** A PNG of one header: it claims a size and holds nothing. */
  function claims(width: number, height: number): Uint8Array {
    const bytes = Buffer.alloc(57);
    Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex').copy(bytes);
    bytes.writeUInt32BE(width, 16);
    bytes.writeUInt32BE(height, 20);
    Buffer.from('0802000000', 'hex').copy(bytes, 24);
    return bytes;
  }
  const animated = async (): Promise<Uint8Array> => {
    const frames = await Promise.all([1, 2].map(() => noise(8, 8).png().toBuffer()));
    return sharp(frames, { join: { animated: true } })
      .webp()
      .toBuffer();
  };

  it.each<[string, () => Uint8Array | Promise<Uint8Array>]>([
    ['a text', () => new TextEncoder().encode('not an image at all')],
    ['nothing', () => new Uint8Array()],
    ['HTML', () => new TextEncoder().encode('<!doctype html><title>Not found</title>')],
    ['random bytes', () => Uint8Array.from({ length: 500 }, (_, i) => (i * 7919) % 256)],
    ['an image that is cut off', () => photo.subarray(0, photo.length / 2)],
    ['a PNG that claims 30,000 × 30,000 pixels', () => claims(30_000, 30_000)],
    ['an SVG of 30,000 × 30,000 pixels', () => svg('', 30_000)],
    ['a broken SVG', () => svg('<circle')],
    ['an animated one', animated],
    ['an animated PNG', () => withChunk(photo, 'acTL', Buffer.from([0, 0, 0, 2, 0, 0, 0, 0]))],
    [
      'a packed SVG with an image beside it',
      () => gzipSync(svg('<image xlink:href="./photo.png" width="9"/>')),
    ],
    [
      'an SVG without a size',
      () =>
        new TextEncoder().encode(
          '<svg xmlns="http://www.w3.org/2000/svg"><rect width="9" height="9"/></svg>',
        ),
    ],
    ['an SVG with an image beside it', () => svg('<image xlink:href="./photo.png" width="9"/>')],
    ['an SVG with a file', () => svg("<image href='file:///etc/passwd' width='9'/>")],
    ['an SVG with a font', () => svg('<style>@import url("https://x.example/f.css");</style>')],
    ['an SVG with a filter', () => svg('<rect width="9" height="9" fill="url(other.svg#a)"/>')],
    ['an SVG with a page', () => svg('<use href="https://x.example/a.svg#b"/>')],
    [
      'an SVG with an entity',
      () =>
        new TextEncoder().encode(
          '<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]><svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><text>&x;</text></svg>',
        ),
    ],
  ])('%s', async (_name, make) => {
    const error = await imageStep(await make(), 'webp', { width: 16 }).catch(
      (each: unknown) => each,
    );
    expect(error).toMatchObject({ code: 'ASSETGEN_CONTENT' });
    expect((error as Error).message).toMatch(/^expected an? /);
    expect((error as Error).message).not.toContain('\n');
  });

  it.each([
    ['HEIC', Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic')],
    ['BMP', Buffer.concat([Buffer.from('BM'), Buffer.alloc(60)])],
    ['HTML', Buffer.from('<!DOCTYPE html><title>Not found</title>')],
    ['an empty file', Buffer.of()],
  ])('%s by its name, with the formats that it reads', async (kind, source) => {
    await expect(imageStep(source, 'webp')).rejects.toMatchObject({
      code: 'ASSETGEN_CONTENT',
      message: `expected an image as PNG, JPEG, WebP, AVIF, TIFF, GIF or SVG, found ${kind}`,
    });
  });

  it('nothing that an SVG holds itself', async () => {
    const inside = `<image href="data:image/png;base64,${Buffer.from(photo).toString('base64')}" width="24" height="24"/>`;
    const own =
      '<defs><circle id="c" r="9"/></defs><use href="#c"/><a href="https://x.example/"/><rect fill="url(#g)"/>';
    expect(await made(svg(inside + own), 'png', { width: 48 })).toMatchObject({ width: 48 });
  });
});
