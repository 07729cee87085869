import { cosTurn, sinTurn, square } from '../exact-math.ts';

/** A point or direction; functions write into it so that a million of them make no garbage. */
export type Point = Float64Array;

/** A plane curve whose parameter grows about with its length, from 0 to 1. */
export interface Curve {
  readonly length: number;
  readonly knots: Knots;
  at(t: number, out: Point): void;
}

/** Where vertices must stand along a parameter, and how many segments each stretch needs at least. */
export interface Knots {
  /** Ascending, the first is 0 and the last is 1. */
  readonly at: readonly number[];
  readonly least: readonly number[];
}

export type Pair = readonly [number, number];

/** The corners of an outline, in order. */
export function points(...corners: Pair[]): Pair[] {
  return corners;
}

interface Piece {
  readonly length: number;
  readonly least: number;
  at(t: number, out: Point): void;
}

/** Spreads `count` segments over the stretches by length; gives the parameters of all vertices. */
export function spread(knots: Knots, count: number): Float64Array {
  const parts = [...knots.least];
  let left = count - leastOf(knots);
  const short = parts.map((least, i) =>
    Math.max(0, (knots.at[i + 1]! - knots.at[i]!) * count - least),
  );
  const lack = short.reduce((sum, x) => sum + x, 0);
  const share = short.map((x) => (lack > 0 ? (x / lack) * Math.max(0, left) : 0));
  share.forEach((x, i) => {
    parts[i]! += Math.floor(x);
    left -= Math.floor(x);
  });
  const order = parts.map((_, i) => i);
  order.sort(
    (a, b) => share[b]! - Math.floor(share[b]!) - share[a]! + Math.floor(share[a]!) || a - b,
  );
  for (let i = 0; left > 0; i = (i + 1) % order.length, left--) parts[order[i]!]!++;
  const out: number[] = [];
  parts.forEach((n, i) => {
    const from = knots.at[i]!;
    const to = knots.at[i + 1]!;
    for (let k = 0; k < n; k++) out.push(from + ((to - from) * k) / n);
  });
  out.push(1);
  return Float64Array.from(out);
}

export function leastOf(knots: Knots): number {
  return knots.least.reduce((sum, n) => sum + n, 0);
}

/** A circle about the origin, or an ellipse. */
export function circle(radius = 1, other: number = radius, least = 6): Curve {
  return {
    length: 6.2832 * Math.sqrt((radius * radius + other * other) / 2),
    knots: { at: [0, 1], least: [least] },
    at(t, out) {
      out[0] = radius * cosTurn(t);
      out[1] = other * sinTurn(t);
    },
  };
}

/** A rounded square of half width 1; `power` 0 is a circle, 1 nearly a square. */
export function squircle(power: number): Curve {
  return {
    length: 7,
    knots: { at: [0, 0.125, 0.375, 0.625, 0.875, 1], least: [1, 2, 2, 2, 1] },
    at(t, out) {
      const x = cosTurn(t);
      const y = sinTurn(t);
      const far = Math.max(Math.abs(x), Math.abs(y));
      const scale = 1 + (1 / far - 1) * power;
      out[0] = x * scale;
      out[1] = y * scale;
    },
  };
}

/** Straight lines with rounded corners. `bevel` is the distance of a rounding from its corner. */
export function lines(points: readonly Pair[], bevel: number, closed = false): Curve {
  const pieces: Piece[] = [];
  const n = points.length;
  const last = closed ? n : n - 1;
  const cut = (i: number, j: number): Pair => {
    const [ax, ay] = points[i]!;
    const [bx, by] = points[j]!;
    const length = Math.sqrt(square(bx - ax) + square(by - ay));
    const k = length === 0 ? 0 : Math.min(bevel, length * 0.4) / length;
    return [ax + (bx - ax) * k, ay + (by - ay) * k];
  };
  for (let i = 0; i < last; i++) {
    const j = (i + 1) % n;
    const from = closed || i > 0 ? cut(i, j) : points[i]!;
    const to = closed || j < n - 1 ? cut(j, i) : points[j]!;
    pieces.push(straight(from, to));
    if (closed || j < n - 1) pieces.push(bend(to, points[j]!, cut(j, (j + 1) % n)));
  }
  return joined(pieces);
}

/** A smooth curve through points (Catmull-Rom); its knots are only the ends. */
export function through(points: readonly Pair[], closed = false): Curve {
  const n = points.length;
  const pieces: Piece[] = [];
  for (let i = 0; i < (closed ? n : n - 1); i++) {
    const pick = (k: number): Pair =>
      closed ? points[(k + n) % n]! : points[Math.min(n - 1, Math.max(0, k))]!;
    const [a, b, c, d] = [pick(i - 1), pick(i), pick(i + 1), pick(i + 2)];
    pieces.push({
      length: Math.sqrt(square(c[0] - b[0]) + square(c[1] - b[1])) + 1e-6,
      least: 1,
      at(t, out) {
        out[0] = catmull(a[0], b[0], c[0], d[0], t);
        out[1] = catmull(a[1], b[1], c[1], d[1], t);
      },
    });
  }
  const curve = joined(pieces);
  return { ...curve, knots: { at: [0, 1], least: [Math.max(3, Math.ceil(n * 0.7))] } };
}

export function catmull(a: number, b: number, c: number, d: number, t: number): number {
  return b + 0.5 * t * (c - a + t * (2 * a - 5 * b + 4 * c - d + t * (3 * (b - c) + d - a)));
}

function straight(from: Pair, to: Pair): Piece {
  return {
    length: Math.sqrt(square(to[0] - from[0]) + square(to[1] - from[1])),
    least: 1,
    at(t, out) {
      out[0] = from[0] + (to[0] - from[0]) * t;
      out[1] = from[1] + (to[1] - from[1]) * t;
    },
  };
}

function bend(from: Pair, corner: Pair, to: Pair): Piece {
  return {
    length: 0.8 * Math.sqrt(square(to[0] - from[0]) + square(to[1] - from[1])),
    least: 1,
    at(t, out) {
      const s = 1 - t;
      out[0] = s * s * from[0] + 2 * s * t * corner[0] + t * t * to[0];
      out[1] = s * s * from[1] + 2 * s * t * corner[1] + t * t * to[1];
    },
  };
}

function joined(pieces: readonly Piece[]): Curve {
  const kept = pieces.filter((piece) => piece.length > 0);
  const length = kept.reduce((sum, piece) => sum + piece.length, 0);
  const at: number[] = [0];
  let sum = 0;
  for (const piece of kept) {
    sum += piece.length;
    at.push(sum / length);
  }
  at[at.length - 1] = 1;
  return {
    length,
    knots: { at, least: kept.map((piece) => piece.least) },
    at(t, out) {
      let i = 0;
      while (i < kept.length - 1 && t >= at[i + 1]!) i++;
      kept[i]!.at((t - at[i]!) / (at[i + 1]! - at[i]!), out);
    },
  };
}
