import type { Plane } from './planes.ts';
import { EMPTY, OPAQUE } from './planes.ts';

/** One plane of the frame that is being composed. */
export interface Target {
  readonly width: number;
  readonly height: number;
  readonly values: Uint8Array;
}

/**
 * Lays rows of a plane over the target, each moved by parts of a pixel.
 *
 * @param left Where column 0 of the plane lies in the target; may be fractional.
 * @param top Where row 0 lies; whole.
 * @param first The first target row to draw.
 * @param sway A further move to the right for each target row.
 */
export function layRows(
  target: Target,
  plane: Plane,
  left: number,
  top: number,
  first: Int32Array | undefined,
  order: number,
  sway?: (row: number) => number,
): void {
  const y0 = Math.max(0, top);
  const y1 = Math.min(target.height, top + plane.height);
  for (let y = y0; y < y1; y++) {
    // A nearer layer covers this row in full.
    if (first !== undefined && (first[y] as number) > order) continue;
    const kind = plane.rows[y - top] as number;
    if (kind === EMPTY) continue;
    const start = sway === undefined ? left : left + sway(y);
    layRow(target, plane, y, y - top, start, kind === OPAQUE);
  }
}

function layRow(
  target: Target,
  plane: Plane,
  y: number,
  sourceY: number,
  left: number,
  opaque: boolean,
): void {
  const whole = Math.floor(left);
  // Target x shows the source between columns x − whole − 1 and x − whole.
  const part = Math.round((left - whole) * 256);
  const rest = 256 - part;
  const x0 = Math.max(0, whole + 1);
  const x1 = Math.min(target.width, whole + plane.width);
  const from = plane.values;
  const alpha = plane.alpha;
  const to = target.values;
  let slot = sourceY * plane.width + x0 - whole;
  const end = y * target.width + x1;
  let into = y * target.width + x0;
  if (opaque) {
    if (part === 0) {
      to.set(from.subarray(slot, slot + x1 - x0), into);
      return;
    }
    let before = from[slot - 1] as number;
    for (; into < end; into++, slot++) {
      const value = from[slot] as number;
      to[into] = (value * rest + before * part) >> 8;
      before = value;
    }
    return;
  }
  let coverBefore = alpha[slot - 1] as number;
  let valueBefore = from[slot - 1] as number;
  for (; into < end; into++, slot++) {
    const coverHere = alpha[slot] as number;
    const valueHere = from[slot] as number;
    if (coverHere === 255 && coverBefore === 255) {
      to[into] = (valueHere * rest + valueBefore * part) >> 8;
    } else if (coverHere !== 0 || coverBefore !== 0) {
      const cover = (coverHere * rest + coverBefore * part) >> 8;
      const value = (valueHere * rest + valueBefore * part) >> 8;
      // 257 / 65536 is 1 / 255 to within what a byte shows.
      to[into] = value + (((to[into] as number) * (255 - cover) * 257 + 32768) >> 16);
    }
    coverBefore = coverHere;
    valueBefore = valueHere;
  }
}

/** As `layRows` for a small plane that also moves by parts of a pixel up and down. */
export function laySprite(target: Target, plane: Plane, left: number, top: number): void {
  const wholeX = Math.floor(left);
  const wholeY = Math.floor(top);
  const px = Math.round((left - wholeX) * 16);
  const py = Math.round((top - wholeY) * 16);
  const y0 = Math.max(0, wholeY + 1);
  const y1 = Math.min(target.height, wholeY + plane.height);
  const x0 = Math.max(0, wholeX + 1);
  const x1 = Math.min(target.width, wholeX + plane.width);
  const wide = plane.width;
  const { values, alpha } = plane;
  const to = target.values;
  const a = (16 - px) * (16 - py);
  const b = px * (16 - py);
  const c = (16 - px) * py;
  const d = px * py;
  for (let y = y0; y < y1; y++) {
    if (plane.rows[y - wholeY] === EMPTY && plane.rows[y - wholeY - 1] === EMPTY) continue;
    let slot = (y - wholeY) * wide + x0 - wholeX;
    let into = y * target.width + x0;
    for (let x = x0; x < x1; x++, slot++, into++) {
      const cover =
        ((alpha[slot] as number) * a +
          (alpha[slot - 1] as number) * b +
          (alpha[slot - wide] as number) * c +
          (alpha[slot - wide - 1] as number) * d) >>
        8;
      if (cover === 0) continue;
      const value =
        ((values[slot] as number) * a +
          (values[slot - 1] as number) * b +
          (values[slot - wide] as number) * c +
          (values[slot - wide - 1] as number) * d) >>
        8;
      to[into] = value + (((to[into] as number) * (255 - cover) * 257 + 32768) >> 16);
    }
  }
}
