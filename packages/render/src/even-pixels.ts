import type { Camera } from './camera.ts';
import { OVERSAMPLING } from './oversampling.ts';
import { meshAt, type Seen } from './rasterise.ts';

/** How much the slope may change from sample to sample: less than the edge of a box, more than what is round. */
const CHANGE = 0.5;

/**
 * Says of each pixel whether its samples see one mesh that goes on evenly beyond them on all sides, without an edge or
 * a fold: half of them then stand for all. Most of a picture is like that.
 * @returns 1 where it is so, by rows of pixels
 */
export function evenPixels(seen: Seen, camera: Camera): Uint8Array {
  const { width, height, depth, corner, starts } = seen;
  const wide = Math.floor(width / OVERSAMPLING);
  const out = new Uint8Array(wide * Math.floor(height / OVERSAMPLING));
  const isPerspective = camera.scale === 0;
  /** The part of the depth that a sample is wide. */
  const size = CHANGE / (isPerspective ? camera.focal : camera.scale);
  const bend = (at: number, step: number, limit: number): boolean => {
    const a = depth[at]!;
    const b = depth[at + step]!;
    const c = depth[at + step * 2]!;
    const d = depth[at + step * 3]!;
    // Infinity less Infinity compares as false.
    return Math.abs(a - 2 * b + c) <= limit && Math.abs(b - 2 * c + d) <= limit;
  };
  let first = 0;
  let end = 0;
  for (let y = OVERSAMPLING; y + OVERSAMPLING < height; y += OVERSAMPLING) {
    for (let x = OVERSAMPLING; x + OVERSAMPLING < width; x += OVERSAMPLING) {
      const p = y * width + x;
      const limit = isPerspective ? depth[p]! * size : size;
      const isFlat =
        bend(p - 1, 1, limit) &&
        bend(p + width - 1, 1, limit) &&
        bend(p - width, width, limit) &&
        bend(p - width + 1, width, limit);
      if (!isFlat) continue;
      const own = corner[p]!;
      if (own < first || own >= end) {
        const number = meshAt(starts, own);
        first = starts[number]!;
        end = starts[number + 1] ?? Infinity;
      }
      const isOne =
        isWithin(corner[p + 1]!, first, end) &&
        isWithin(corner[p + width]!, first, end) &&
        isWithin(corner[p + width + 1]!, first, end);
      if (isOne) out[(y / OVERSAMPLING) * wide + x / OVERSAMPLING] = 1;
    }
  }
  return out;
}

function isWithin(value: number, from: number, to: number): boolean {
  return value >= from && value < to;
}
