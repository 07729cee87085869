import { box } from '../../shape/box.ts';
import { warp, type Surface } from '../../shape/surface.ts';

/** A waving flag that runs from the origin along X. */
export function pennant(long: number, high: number): Surface {
  return warp(box(long, high, 0.012, 0.004), (p) => {
    const x = p[0]! + long / 2;
    const t = x / long;
    p[0] = x;
    p[1]! *= 1 - 0.45 * t;
    p[2]! += 0.05 * t * (t < 0.5 ? t : 1 - t) * 2;
  });
}
