import type { Texture } from '@gltf-transform/core';
import type Sharp from './sharp.ts';

/** Pixels of a texture, sRGB or data as they are stored. */
export interface Bitmap {
  readonly width: number;
  readonly height: number;
  readonly channels: 3 | 4;
  readonly texels: Uint8Array;
}

export type Wrap = 'repeat' | 'mirror' | 'clamp';

/** A bitmap as one material uses it. */
export interface TextureMap {
  readonly bitmap: Bitmap;
  /** Two floats a vertex. */
  readonly uv: Float32Array;
  readonly wrapX: Wrap;
  readonly wrapY: Wrap;
}

/**
 * Decodes a texture to at most `texels` a side, its numbers as they are stored, whatever its colour profile
 * (glTF 2.0, section 3.8.3); undefined where no decoder is at hand (KTX2), or
 * where it is broken: a preview without one texture is better than none.
 */
export async function decodeTexture(
  sharp: typeof Sharp,
  texture: Texture,
  texels: number,
): Promise<Bitmap | undefined> {
  const image = texture.getImage();
  if (image === null) return undefined;
  try {
    const { data, info } = await sharp(image, { ignoreIcc: true })
      .resize(texels, texels, { fit: 'inside', withoutEnlargement: true, kernel: 'linear' })
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true });
    const channels = info.channels === 4 ? 4 : 3;
    const pixels = new Uint8Array(data.buffer, data.byteOffset, data.length);
    const all = { width: info.width, height: info.height, channels } as const;
    if (info.channels >= 3) return { ...all, texels: pixels };
    return { ...all, ...fromGrey(pixels, info.channels) };
  } catch {
    return undefined;
  }
}

function fromGrey(grey: Uint8Array, channels: number): Pick<Bitmap, 'channels' | 'texels'> {
  const wide = channels === 2 ? 4 : 3;
  const texels = new Uint8Array((grey.length / channels) * wide);
  for (let from = 0, to = 0; from < grey.length; from += channels, to += wide) {
    texels.fill(grey[from]!, to, to + 3);
    if (wide === 4) texels[to + 3] = grey[from + 1]!;
  }
  return { channels: wide, texels };
}

/** Where a bitmap is read, at a number of places. */
export interface Spots {
  /** Texels of four: the columns left and right, then the rows above and below. */
  readonly at: Int32Array;
  /** The shares of the right column and of the row below. Two a place. */
  readonly share: Float64Array;
}

export function createSpots(count: number): Spots {
  return { at: new Int32Array(count * 4), share: new Float64Array(count * 2) };
}

/** Finds the four texels around each place. @param uv coordinates, two a place */
export function aim(
  { bitmap, wrapX, wrapY }: TextureMap,
  uv: Float64Array,
  count: number,
  { at, share }: Spots,
): void {
  const { width, height } = bitmap;
  for (let i = 0; i < count; i++) {
    const x = wrapped(uv[i * 2]!, wrapX) * width - 0.5;
    const y = wrapped(uv[i * 2 + 1]!, wrapY) * height - 0.5;
    const left = Math.floor(x);
    const top = Math.floor(y);
    share[i * 2] = x - left;
    share[i * 2 + 1] = y - top;
    at[i * 4] = neighbour(left, width, wrapX);
    at[i * 4 + 1] = neighbour(left + 1, width, wrapX);
    at[i * 4 + 2] = neighbour(top, height, wrapY);
    at[i * 4 + 3] = neighbour(top + 1, height, wrapY);
  }
}

/**
 * Bilinear.
 * @param curve by which a stored byte becomes a number
 * @param out red, green, blue, alpha of each place; alpha is 1 where the bitmap has none
 */
export function fetchTexels(
  { width, channels, texels }: Bitmap,
  { at, share }: Spots,
  count: number,
  curve: Float32Array,
  out: Float64Array,
): void {
  for (let i = 0; i < count; i++) {
    const s = share[i * 2]!;
    const t = share[i * 2 + 1]!;
    const above = at[i * 4 + 2]! * width;
    const below = at[i * 4 + 3]! * width;
    const a = (above + at[i * 4]!) * channels;
    const b = (above + at[i * 4 + 1]!) * channels;
    const c = (below + at[i * 4]!) * channels;
    const d = (below + at[i * 4 + 1]!) * channels;
    for (let k = 0; k < 3; k++) {
      const first = curve[texels[a + k]!]!;
      const third = curve[texels[c + k]!]!;
      const top = first + (curve[texels[b + k]!]! - first) * s;
      out[i * 4 + k] = top + (third + (curve[texels[d + k]!]! - third) * s - top) * t;
    }
    out[i * 4 + 3] = 1;
    if (channels === 4) {
      const first = texels[a + 3]!;
      const third = texels[c + 3]!;
      const top = first + (texels[b + 3]! - first) * s;
      out[i * 4 + 3] = (top + (third + (texels[d + 3]! - third) * s - top) * t) / 255;
    }
  }
}

/** 0 to 1, whatever the coordinate. */
function wrapped(u: number, wrap: Wrap): number {
  if (wrap === 'repeat') return u - Math.floor(u);
  if (wrap === 'clamp') return u < 0 ? 0 : u > 1 ? 1 : u;
  const period = u * 0.5 - Math.floor(u * 0.5);
  return period > 0.5 ? 2 - period * 2 : period * 2;
}

function neighbour(at: number, size: number, wrap: Wrap): number {
  if (at >= 0 && at < size) return at;
  if (wrap === 'repeat') return at < 0 ? at + size : at - size;
  return at < 0 ? 0 : size - 1;
}

/** sRGB to linear for every byte. */
export function linearCurve(): Float32Array {
  const table = new Float32Array(256);
  for (let i = 0; i < 256; i++) {
    const c = i / 255;
    // The cubic is within 0.003 of the sRGB curve.
    table[i] = c * (c * (c * 0.305306011 + 0.682171111) + 0.012522878);
  }
  return table;
}

/** Bytes of data to 0 to 1. */
export function dataCurve(): Float32Array {
  return Float32Array.from({ length: 256 }, (_, i) => i / 255);
}
