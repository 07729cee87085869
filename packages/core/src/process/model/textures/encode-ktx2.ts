import type { TextureCodec } from '../../../manifest/manifest.ts';
import type { BasisEncoder, Pixels } from './basis-encoder.ts';
import { MOST_PIXELS } from './basis-encoder.ts';
import { FEW_PIXELS } from './few-pixels.ts';
import { encodeNatively } from './native-ktx2.ts';
import { pictureLikeness } from '../picture-likeness.ts';

/** What is known of a texture that is to become KTX 2.0. */
export interface KtxOptions {
  /** Of width and height. Unit: pixels. */
  readonly limit: number | undefined;
  /** 1 to 100. @default 80 */
  readonly quality: number | undefined;
  /** sRGB; else data. */
  readonly color: boolean;
  readonly normals: boolean;
  /** Whether a material reads it. */
  readonly alpha: boolean;
  /** @default by what is measured */
  readonly codec: TextureCodec | undefined;
}

const QUALITY = 80;
/**
 * The loss that an image may have: nobody sees a smaller one. Unit: decibels, peak signal to noise. Measured on
 * generated textures: ETC1S has 29 to 35 and WebP of quality 80 3 to 5 more.
 */
const GOOD = 34;
/** How much worse than WebP a texture may be that no codec shows well: noise. Unit: decibels. */
const WORSE = 6;

/**
 * The codecs to try, those first that take the least memory. ETC1S shows the edges of its blocks in
 * the light that falls on normals: they are UASTC.
 */
function codecsOf({ codec, normals }: KtxOptions): readonly TextureCodec[] {
  if (codec !== undefined) return [codec];
  return normals ? ['uastc'] : ['etc1s', 'uastc'];
}

/**
 * Encodes a texture by the Basis Universal that comes with us: by the first codec that shows it well,
 * else by the last.
 * @throws AssetgenError `ASSETGEN_CONTENT` when it has too many pixels
 */
export async function encodeKtx2(
  source: Uint8Array,
  options: KtxOptions,
  basis: () => Promise<BasisEncoder>,
): Promise<Uint8Array> {
  const { quality = QUALITY, color } = options;
  const pixels = await pixelsOf(source, options);
  const [codec = 'uastc', ...rest] = codecsOf(options);
  const [last] = rest;
  if (last !== undefined && pixels.width * pixels.height >= FEW_PIXELS) {
    const least = await leastLikeness(pixels, options);
    const found = await firstGood(pixels, [codec], { ...options, least, most: everything }, basis);
    if (found !== null) return found;
  }
  return (await basis()).encode(pixels, { codec: last ?? codec, quality, color });
}

const everything = (): number => Infinity;

/**
 * What a byte more to download has to save of a graphics card's memory. Measured on generated textures:
 * colours save 50 to 100 and normals 9 to 12; a texture of 16 pixels, or of noise, does not.
 */
const SAVED = 6;

/** Of a pixel on a graphics card, its mipmaps included. Unit: bytes. */
const perPixel = (bytes: number): number => (bytes * 4) / 3;

/**
 * The KTX 2.0 of a texture that takes the least memory of a graphics card, where it shows it well and
 * what it saves there is worth what it is longer to download.
 * @param webp the texture as WebP, which takes four bytes a pixel
 * @returns null where that is to be taken
 */
export async function lightestKtx2(
  source: Uint8Array,
  options: KtxOptions,
  webp: Uint8Array,
  basis: () => Promise<BasisEncoder>,
): Promise<Uint8Array | null> {
  const pixels = await pixelsOf(source, options);
  const count = pixels.width * pixels.height;
  if (count > MOST_PIXELS || count < FEW_PIXELS) return null;
  const most = (codec: TextureCodec): number => {
    const bytes = codec === 'etc1s' && !options.alpha ? 0.5 : 1;
    return webp.length + (count * (perPixel(4) - perPixel(bytes))) / SAVED;
  };
  const least = await leastLikeness(pixels, options, webp);
  return firstGood(pixels, codecsOf(options), { ...options, least, most }, basis);
}

interface Bounds extends KtxOptions {
  /** Unit: decibels. */
  readonly least: number;
  /** Unit: bytes. */
  readonly most: (codec: TextureCodec) => number;
}

async function firstGood(
  pixels: Pixels,
  codecs: readonly TextureCodec[],
  { quality = QUALITY, color, alpha, least, most }: Bounds,
  basis: () => Promise<BasisEncoder>,
): Promise<Uint8Array | null> {
  const encoder = await basis();
  for (const codec of codecs) {
    const image = encoder.encode(pixels, { codec, quality, color });
    if (image.length > most(codec)) continue;
    if (pictureLikeness(pixels, encoder.decode(image), alpha) >= least) return image;
  }
  return null;
}

/** Encodes a texture by an encoder that this machine has. */
export async function encodeKtx2Natively(
  source: Uint8Array,
  options: KtxOptions,
): Promise<Uint8Array> {
  const { quality = QUALITY, color } = options;
  const [codec = 'uastc'] = codecsOf(options);
  const { width, height, data } = await pixelsOf(source, options);
  const { default: sharp } = await import('@assetgen/render/sharp');
  const raw = { width, height, channels: 4 } as const;
  const image = sharp(data, { raw });
  const png = await (options.alpha ? image : image.removeAlpha())
    .png({ compressionLevel: 1 })
    .toBuffer();
  return encodeNatively(png, { codec, quality, color });
}

/**
 * The least that a texture must reach in decibels: less where WebP does no better.
 * @param made the texture as WebP, where there is one
 */
async function leastLikeness(
  pixels: Pixels,
  { quality = QUALITY, color, alpha }: KtxOptions,
  made?: Uint8Array,
): Promise<number> {
  const shown = made === undefined ? null : await shownBy(made, pixels, alpha);
  if (shown !== null) return leastBeside(pixels, shown, alpha);
  const { default: sharp } = await import('@assetgen/render/sharp');
  const { width, height, data } = pixels;
  const raw = { width, height, channels: 4 } as const;
  const webp = await sharp(data, { raw }).webp({ quality, smartSubsample: !color }).toBuffer();
  const anew = await sharp(webp).ensureAlpha().raw().toBuffer();
  return leastBeside(pixels, { width, height, data: anew }, alpha);
}

const leastBeside = (pixels: Pixels, webp: Pixels, alpha: boolean): number =>
  Math.min(GOOD, pictureLikeness(pixels, webp, alpha) - WORSE);

/** Null where it cannot be compared: it has another size, or hides colours below an alpha that nobody reads. */
async function shownBy(
  webp: Uint8Array,
  { width, height }: Pixels,
  alpha: boolean,
): Promise<Pixels | null> {
  const { default: sharp } = await import('@assetgen/render/sharp');
  const image = sharp(webp);
  const found = await image.metadata();
  if (found.width !== width || found.height !== height) return null;
  if (found.hasAlpha && !alpha) return null;
  return { width, height, data: await image.ensureAlpha().raw().toBuffer() };
}

/** Sides are multiples of four, which the blocks of the format need. */
async function pixelsOf(
  source: Uint8Array,
  { limit, alpha }: Pick<KtxOptions, 'limit' | 'alpha'>,
): Promise<Pixels> {
  const { default: sharp } = await import('@assetgen/render/sharp');
  const { width, height } = await sharp(source).metadata();
  const shrink = limit === undefined ? 1 : Math.min(1, limit / Math.max(width, height));
  const blocks = (side: number): number => Math.max(4, Math.round((side * shrink) / 4) * 4);
  const image = sharp(source, { ignoreIcc: true })
    .resize(blocks(width), blocks(height), { fit: 'fill' })
    .toColourspace('srgb');
  const { data, info } = await (alpha ? image : image.removeAlpha())
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, data };
}
