import type { Texture } from '@gltf-transform/core';

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
 * Decodes a texture to at most `texels` a side; undefined where no decoder is at hand (KTX2), or
 * where it is broken: a preview without one texture is better than none.
 */
export async function decodeTexture(texture: Texture, texels: number): Promise<Bitmap | undefined> {
  const image = texture.getImage();
  if (image === null) return undefined;
  const { default: sharp } = await import('./sharp.ts');
  try {
    const { data, info } = await sharp(image)
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

/**
 * Bilinear.
 * @param curve by which a stored byte becomes a number
 * @param out red, green, blue, alpha; alpha is 1 where the bitmap has none
 */
export function fetchTexel(
  map: TextureMap,
  u: number,
  v: number,
  curve: Float32Array,
  out: Float64Array,
): void {
  const { width, height, channels, texels } = map.bitmap;
  const x = wrapped(u, map.wrapX) * width - 0.5;
  const y = wrapped(v, map.wrapY) * height - 0.5;
  const fx = Math.floor(x);
  const fy = Math.floor(y);
  const s = x - fx;
  const t = y - fy;
  const x0 = neighbour(fx, width, map.wrapX) * channels;
  const x1 = neighbour(fx + 1, width, map.wrapX) * channels;
  const y0 = neighbour(fy, height, map.wrapY) * width * channels;
  const y1 = neighbour(fy + 1, height, map.wrapY) * width * channels;
  for (let k = 0; k < 3; k++) {
    const a = curve[texels[y0 + x0 + k]!]!;
    const b = curve[texels[y0 + x1 + k]!]!;
    const c = curve[texels[y1 + x0 + k]!]!;
    const d = curve[texels[y1 + x1 + k]!]!;
    const top = a + (b - a) * s;
    out[k] = top + (c + (d - c) * s - top) * t;
  }
  out[3] = 1;
  if (channels === 4) {
    const a = texels[y0 + x0 + 3]!;
    const c = texels[y1 + x0 + 3]!;
    const top = a + (texels[y0 + x1 + 3]! - a) * s;
    out[3] = (top + (c + (texels[y1 + x1 + 3]! - c) * s - top) * t) / 255;
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
