/** A small picture as sums over rectangles, so that the mean of any box costs four reads. */
export interface FaceMaps {
  readonly width: number;
  readonly height: number;
  /** Sums of luma, 0 to 255 a pixel. */
  readonly luma: Float64Array;
  /** Sums of red difference (Cr), 0 to 255 a pixel. */
  readonly redness: Float64Array;
  /** Sums of 1 for every pixel whose colour is one of skin. */
  readonly skin: Float64Array;
}

/** @param rgb `width × height × 3`. */
export function createFaceMaps(rgb: Uint8Array, width: number, height: number): FaceMaps {
  const luma = new Float64Array((width + 1) * (height + 1));
  const redness = new Float64Array(luma.length);
  const skin = new Float64Array(luma.length);
  for (let y = 0; y < height; y++) {
    let lumaRow = 0;
    let rednessRow = 0;
    let skinRow = 0;
    for (let x = 0; x < width; x++) {
      const slot = (y * width + x) * 3;
      const r = rgb[slot] as number;
      const g = rgb[slot + 1] as number;
      const b = rgb[slot + 2] as number;
      const level = 0.299 * r + 0.587 * g + 0.114 * b;
      const cr = 128 + (r - level) * 0.713;
      const cb = 128 + (b - level) * 0.564;
      lumaRow += level;
      rednessRow += cr;
      // Skin of every tone lies in one small region of Cr and Cb; only its luma differs.
      if (cr > 134 && cr < 176 && cb > 82 && cb < 128 && level > 35 && level < 245 && r > b + 8)
        skinRow++;
      const at = (y + 1) * (width + 1) + x + 1;
      const above = at - width - 1;
      luma[at] = (luma[above] as number) + lumaRow;
      redness[at] = (redness[above] as number) + rednessRow;
      skin[at] = (skin[above] as number) + skinRow;
    }
  }
  return { width, height, luma, redness, skin };
}

/** The mean of a map over a box around a centre; the box is cut at the edges and is at least a pixel. */
export function meanAround(
  maps: FaceMaps,
  map: 'luma' | 'redness' | 'skin',
  x: number,
  y: number,
  wide: number,
  tall: number,
): number {
  const x0 = Math.max(0, Math.min(maps.width - 1, Math.round(x - wide / 2)));
  const y0 = Math.max(0, Math.min(maps.height - 1, Math.round(y - tall / 2)));
  const x1 = Math.max(x0 + 1, Math.min(maps.width, Math.round(x + wide / 2)));
  const y1 = Math.max(y0 + 1, Math.min(maps.height, Math.round(y + tall / 2)));
  const sums = maps[map];
  const stride = maps.width + 1;
  const sum =
    (sums[y1 * stride + x1] as number) -
    (sums[y0 * stride + x1] as number) -
    (sums[y1 * stride + x0] as number) +
    (sums[y0 * stride + x0] as number);
  return sum / ((x1 - x0) * (y1 - y0));
}
