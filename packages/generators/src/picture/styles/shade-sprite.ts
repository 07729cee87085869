import type { Style } from '../../subjects/styles.ts';
import type { Sprite } from '../sprite.ts';

/** Light over a flat drawing, or what its style asks for instead. */
export function shadeSprite(sprite: Sprite, style: Style | undefined): Sprite {
  switch (style) {
    case 'flat':
    case 'line art':
    case 'pixel art':
      return sprite;
    case 'sticker':
      return bordered(sprite);
    case 'isometric':
      return extruded(sprite);
    case 'clay':
      return lit(sprite, 0.05, 1.5);
    default:
      return lit(sprite, 0.03, 0.75);
  }
}

/** Lit from above on the left, as if swelled up from its outline. */
function lit(sprite: Sprite, softness: number, strength: number): Sprite {
  const { width, height, data } = sprite;
  const reach = Math.max(1, Math.round(width * softness));
  const high = soft(alphaOf(sprite), width, height, reach);
  const out = data.slice();
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const i = y * width + x;
      const alpha = data[i * 4 + 3]!;
      if (alpha === 0) continue;
      const dx =
        high[y * width + Math.min(width - 1, x + reach)]! -
        high[y * width + Math.max(0, x - reach)]!;
      const dy =
        high[Math.min(height - 1, y + reach) * width + x]! -
        high[Math.max(0, y - reach) * width + x]!;
      const light = ((dx + dy * 1.4) / 255) * strength;
      for (let k = 0; k < 3; k++) {
        const value = data[i * 4 + k]!;
        out[i * 4 + k] =
          light > 0
            ? value + (alpha - value) * Math.min(0.6, light * 0.6)
            : value * Math.max(0.45, 1 + light * 0.55);
      }
    }
  }
  return { width, height, data: out };
}

/** A white rim, as of a sticker that was cut out, with a thin grey edge. */
function bordered(sprite: Sprite): Sprite {
  const { width, height, data } = sprite;
  const near = soft(alphaOf(sprite), width, height, Math.max(2, Math.round(width * 0.022)));
  const out = new Uint8ClampedArray(data.length);
  for (let i = 0; i < near.length; i++) {
    const cover = Math.min(1, Math.max(0, (near[i]! - 6) / 10));
    const edge = Math.min(1, Math.max(0, (near[i]! - 14) / 12));
    const tone = (190 + 65 * edge) * cover;
    const rest = 1 - data[i * 4 + 3]! / 255;
    for (let k = 0; k < 3; k++) out[i * 4 + k] = data[i * 4 + k]! + tone * rest;
    out[i * 4 + 3] = data[i * 4 + 3]! + 255 * cover * rest;
  }
  return { width, height, data: out };
}

/** Seen from the corner: sheared, and as thick as a tile. */
function extruded(sprite: Sprite): Sprite {
  const { width, height, data } = sprite;
  const out = new Uint8ClampedArray(data.length);
  const deep = Math.round(width * 0.12);
  const middle = width / 2;
  for (let step = deep; step >= 0; step--) {
    const level = step === 0 ? 1 : 0.62;
    for (let y = 0; y < height; y++) {
      for (let x = 0; x < width; x++) {
        // Where this pixel of the layer came from in the drawing.
        const px = Math.round(middle + (x - step * 0.8 - middle + deep * 0.4) / 0.866);
        const py = Math.round(y + step * 0.46 - (x - step * 0.8 - middle) * 0.34 - deep * 0.2);
        if (px < 0 || px >= width || py < 0 || py >= height) continue;
        const from = (py * width + px) * 4;
        const alpha = data[from + 3]!;
        if (alpha === 0) continue;
        const into = (y * width + x) * 4;
        const rest = 1 - alpha / 255;
        for (let k = 0; k < 3; k++) out[into + k] = data[from + k]! * level + out[into + k]! * rest;
        out[into + 3] = alpha + out[into + 3]! * rest;
      }
    }
  }
  return { width, height, data: out };
}

function alphaOf({ data }: Sprite): Float32Array {
  const alpha = new Float32Array(data.length / 4);
  for (let i = 0; i < alpha.length; i++) alpha[i] = data[i * 4 + 3]!;
  return alpha;
}

/** Blurred by running sums, twice: time does not grow with the reach. */
export function soft(
  values: Float32Array,
  width: number,
  height: number,
  reach: number,
): Float32Array {
  const other = new Float32Array(values.length);
  const out = new Float32Array(values.length);
  softRows(values, other, width, height, reach);
  softColumns(other, out, width, height, reach);
  softRows(out, other, width, height, reach);
  softColumns(other, out, width, height, reach);
  return out;
}

function softRows(
  from: Float32Array,
  to: Float32Array,
  width: number,
  height: number,
  reach: number,
): void {
  const count = 2 * reach + 1;
  for (let y = 0; y < height; y++) {
    const start = y * width;
    let sum = 0;
    for (let x = -reach; x < width; x++) {
      if (x + reach < width) sum += from[start + x + reach]!;
      if (x - reach - 1 >= 0) sum -= from[start + x - reach - 1]!;
      if (x >= 0) to[start + x] = sum / count;
    }
  }
}

/** All columns at once, row by row: down one after the other, each number would be in another line of the cache. */
function softColumns(
  from: Float32Array,
  to: Float32Array,
  width: number,
  height: number,
  reach: number,
): void {
  const count = 2 * reach + 1;
  const sums = new Float64Array(width);
  for (let y = -reach; y < height; y++) {
    if (y + reach < height) {
      const entering = (y + reach) * width;
      for (let x = 0; x < width; x++) sums[x]! += from[entering + x]!;
    }
    if (y - reach - 1 >= 0) {
      const leaving = (y - reach - 1) * width;
      for (let x = 0; x < width; x++) sums[x]! -= from[leaving + x]!;
    }
    if (y < 0) continue;
    const row = y * width;
    for (let x = 0; x < width; x++) to[row + x] = sums[x]! / count;
  }
}
