import type { Raster } from '../picture/art/raster.ts';

/** What a row of a layer holds, so that a frame skips what is empty and copies what is opaque. */
export const EMPTY = 0;
const MIXED = 1;
export const OPAQUE = 2;

/** One plane of a layer, with its own coverage. Values are premultiplied. */
export interface Plane {
  readonly width: number;
  readonly height: number;
  readonly values: Uint8Array;
  readonly alpha: Uint8Array;
  /** EMPTY, MIXED or OPAQUE, a byte for each row. */
  readonly rows: Uint8Array;
}

/** A raster as luma and half-size chroma: what the encoder takes, so that no frame needs conversion. */
export interface Planes {
  readonly left: number;
  readonly top: number;
  readonly luma: Plane;
  readonly blue: Plane;
  readonly red: Plane;
}

/** Shares of red, green and blue in luma by BT.709, which the file says it has (`finish-mp4.ts`). */
export const LUMA = { red: 0.2126, green: 0.7152, blue: 0.0722 } as const;

/** Converts to video range. The raster's left, top, width and height must be even. */
export function toPlanes(raster: Raster): Planes {
  const { red: kr, green: kg, blue: kb } = LUMA;
  const { width, height, data } = raster;
  const halfWidth = width >> 1;
  const halfHeight = height >> 1;
  const luma = new Uint8Array(width * height);
  const alpha = new Uint8Array(width * height);
  for (let pixel = 0, slot = 0; pixel < luma.length; pixel++, slot += 4) {
    const cover = data[slot + 3] as number;
    if (cover === 0) continue;
    const y =
      kr * (data[slot] as number) +
      kg * (data[slot + 1] as number) +
      kb * (data[slot + 2] as number);
    luma[pixel] = (y * 219 + cover * 16) / 255 + 0.5;
    alpha[pixel] = cover;
  }
  const blue = new Uint8Array(halfWidth * halfHeight);
  const red = new Uint8Array(halfWidth * halfHeight);
  const halfAlpha = new Uint8Array(halfWidth * halfHeight);
  const toBlue = 224 / 255 / (2 * (1 - kb));
  const toRed = 224 / 255 / (2 * (1 - kr));
  const down = width * 4;
  for (let y = 0; y < halfHeight; y++) {
    let slot = y * 2 * down;
    for (let x = 0; x < halfWidth; x++, slot += 8) {
      const sum = (channel: number): number =>
        (data[slot + channel] as number) +
        (data[slot + 4 + channel] as number) +
        (data[slot + down + channel] as number) +
        (data[slot + down + 4 + channel] as number);
      const cover = sum(3) / 4;
      if (cover === 0) continue;
      const r = sum(0) / 4;
      const g = sum(1) / 4;
      const b = sum(2) / 4;
      const level = kr * r + kg * g + kb * b;
      const pixel = y * halfWidth + x;
      blue[pixel] = (b - level) * toBlue + (128 * cover) / 255 + 0.5;
      red[pixel] = (r - level) * toRed + (128 * cover) / 255 + 0.5;
      halfAlpha[pixel] = cover + 0.5;
    }
  }
  const rows = rowKinds(alpha, width, height);
  const halfRows = rowKinds(halfAlpha, halfWidth, halfHeight);
  return {
    left: raster.left,
    top: raster.top,
    luma: { width, height, values: luma, alpha, rows },
    blue: { width: halfWidth, height: halfHeight, values: blue, alpha: halfAlpha, rows: halfRows },
    red: { width: halfWidth, height: halfHeight, values: red, alpha: halfAlpha, rows: halfRows },
  };
}

function rowKinds(alpha: Uint8Array, width: number, height: number): Uint8Array {
  const kinds = new Uint8Array(height);
  for (let y = 0; y < height; y++) {
    let least = 255;
    let most = 0;
    for (let slot = y * width; slot < (y + 1) * width; slot++) {
      const value = alpha[slot] as number;
      if (value < least) least = value;
      if (value > most) most = value;
    }
    kinds[y] = most === 0 ? EMPTY : least === 255 ? OPAQUE : MIXED;
  }
  return kinds;
}
