import { cosTurn, sinTurn } from '../exact-math.ts';
import { type Curve, type Knots, type Pair, type Point, points } from './curve.ts';
import { lines } from './curve.ts';
import { lathe, type Surface } from './surface.ts';

/** A box with rounded edges about the origin; its caps lie at the ends of the longest side. */
export function box(width: number, height: number, depth: number, bevel?: number): Surface {
  const small = Math.min(width, height, depth);
  const q = Math.min(bevel ?? small * 0.12, small * 0.48);
  if (width >= height && width >= depth) {
    return swapped(upright(depth, width, height, q), (p) => [p[1]!, p[2]!, p[0]!]);
  }
  if (depth >= height)
    return swapped(upright(height, depth, width, q), (p) => [p[2]!, p[0]!, p[1]!]);
  return upright(width, height, depth, q);
}

/** Extrudes a closed outline in X and Y along Z, with rounded edges. The outline must be seen whole from the origin. */
export function prism(outline: Curve, depth: number, bevel: number): Surface {
  const h = depth / 2;
  const b = Math.min(bevel, h * 0.9);
  const profile = lines(points([0, -h], [1, -h], [1, h], [0, h]), b);
  return swapped(lathe(profile, outline), (p) => [p[0]!, p[2]!, p[1]!]);
}

/** A regular outline of `sides` corners. */
export function regular(sides: number, radius: number, bevel: number): Curve {
  const points: Pair[] = [];
  for (let i = 0; i < sides; i++) {
    points.push([radius * cosTurn((i + 0.5) / sides), radius * sinTurn((i + 0.5) / sides)]);
  }
  return lines(points, bevel, true);
}

function swapped(surface: Surface, order: (p: Point) => [number, number, number]): Surface {
  return {
    ...surface,
    at(u, v, out) {
      surface.at(u, v, out);
      const [x, y, z] = order(out);
      out[0] = x;
      out[1] = y;
      out[2] = z;
    },
  };
}

/** The part of the rounding that corners keep on the caps. */
const CAP_ROUND = 0.3;

function upright(width: number, height: number, depth: number, q: number): Surface {
  const a = width / 2 - q;
  const b = depth / 2 - q;
  const c = height / 2 - q;
  const arc = 1.5708 * q;
  const around = marks([2 * b, arc, 2 * a, arc, 2 * b, arc, 2 * a, arc]);
  const cap = (a + b) / 2;
  const along = marks([cap, arc, 2 * c, arc, cap]);
  // The four straight sides, counter-clockwise from +X, and the quarter circle after each.
  const core = points([a, -b], [a, b], [-a, b], [-a, -b]);
  return {
    around,
    along,
    ends: 'poles',
    at(u, v, out) {
      let i = 0;
      while (i < 7 && u >= around.at[i + 1]!) i++;
      const t = (u - around.at[i]!) / (around.at[i + 1]! - around.at[i]!);
      const side = i >> 1;
      const from = core[side]!;
      const to = core[(side + 1) & 3]!;
      const straight = (i & 1) === 0;
      const cx = straight ? from[0] + (to[0] - from[0]) * t : to[0];
      const cz = straight ? from[1] + (to[1] - from[1]) * t : to[1];
      const turn = (side + (straight ? 0 : t)) / 4;
      let j = 0;
      while (j < 4 && v >= along.at[j + 1]!) j++;
      const s = (v - along.at[j]!) / (along.at[j + 1]! - along.at[j]!);
      const inner = j === 0 ? s : j === 4 ? 1 - s : 1;
      // Caps keep a little of the rounding, or the corner columns would fall together on them.
      const turnedOut = j === 1 ? sinTurn(s / 4) : j === 3 ? cosTurn(s / 4) : j === 2 ? 1 : 0;
      const swell = (CAP_ROUND + (1 - CAP_ROUND) * turnedOut) * inner;
      const lift =
        j < 2 ? -q * cosTurn(j === 0 ? 0 : s / 4) : j > 2 ? q * (j === 4 ? 1 : sinTurn(s / 4)) : 0;
      out[0] = cx * inner + q * swell * cosTurn(turn);
      out[1] = (j < 2 ? -c : j > 2 ? c : -c + 2 * c * s) + lift;
      out[2] = cz * inner + q * swell * sinTurn(turn);
    },
  };
}

function marks(lengths: readonly number[]): Knots {
  const total = lengths.reduce((sum, length) => sum + length + 1e-6, 0);
  const at = [0];
  let sum = 0;
  for (const length of lengths) {
    sum += length + 1e-6;
    at.push(sum / total);
  }
  at[at.length - 1] = 1;
  return { at, least: lengths.map(() => 1) };
}
