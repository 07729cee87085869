import { cosTurn, sinTurn, square } from '../exact-math.ts';
import { catmull, circle, type Curve, type Knots } from './curve.ts';
import type { Surface } from './surface.ts';

/** A station of a tube: its centre, its half width, and its half height where it is not round. */
export type Station = readonly [x: number, y: number, z: number, wide: number, high?: number];

/** The stations of a tube, in order. */
export function stations(...along: Station[]): Station[] {
  return along;
}

export interface TubeOptions {
  /** The direction in which `high` counts; must not be parallel to the path. @default chosen from the path */
  readonly up?: readonly [number, number, number];
  /** @default circle() */
  readonly section?: Curve;
  /** Rounded ends, or flat ones. @default 'round' */
  readonly ends?: 'round' | 'flat';
}

/** A smooth tube through stations; an end of radius 0 is a point. */
export function tube(stations: readonly Station[], options: TubeOptions = {}): Surface {
  const n = stations.length;
  const section = options.section ?? circle();
  const up = options.up ?? crosswise(stations);
  const flat = options.ends === 'flat';
  const first = stations[0]!;
  const last = stations[n - 1]!;
  const startCap = capLength(first, flat);
  const endCap = capLength(last, flat);
  const chords: number[] = [];
  for (let i = 0; i < n - 1; i++) chords.push(distance(stations[i]!, stations[i + 1]!) + 1e-6);
  const body = chords.reduce((sum, chord) => sum + chord, 0);
  const total = startCap + body + endCap;
  const along = knotsOf([startCap, body, endCap], [flat ? 1 : 2, Math.max(2, n - 1), flat ? 1 : 2]);
  const starts: number[] = [0];
  for (const chord of chords) starts.push(starts[starts.length - 1]! + chord);
  const s = new Float64Array(2);

  return {
    around: section.knots,
    along,
    ends: 'poles',
    at(u, v, out) {
      const reach = v * total - startCap;
      const place = reach < 0 ? 0 : reach > body ? body : reach;
      let i = 0;
      while (i < n - 2 && place >= starts[i + 1]!) i++;
      const t = (place - starts[i]!) / chords[i]!;
      const a = stations[Math.max(0, i - 1)]!;
      const b = stations[i]!;
      const c = stations[i + 1]!;
      const d = stations[Math.min(n - 1, i + 2)]!;
      const x = catmull(a[0], b[0], c[0], d[0], t);
      const y = catmull(a[1], b[1], c[1], d[1], t);
      const z = catmull(a[2], b[2], c[2], d[2], t);
      let wide = Math.max(0, catmull(a[3], b[3], c[3], d[3], t));
      let high = Math.max(0, catmull(a[4] ?? a[3], b[4] ?? b[3], c[4] ?? c[3], d[4] ?? d[3], t));
      let tx = speed(a[0], b[0], c[0], d[0], t);
      let ty = speed(a[1], b[1], c[1], d[1], t);
      let tz = speed(a[2], b[2], c[2], d[2], t);
      const norm = 1 / Math.sqrt(tx * tx + ty * ty + tz * tz + 1e-18);
      tx *= norm;
      ty *= norm;
      tz *= norm;
      let push = 0;
      const beyond = reach < 0 ? -reach / startCap : reach > body ? (reach - body) / endCap : 0;
      if (beyond > 0) {
        const k = Math.min(1, beyond);
        const shrink = flat ? 1 - k : cosTurn(k / 4);
        push = flat ? 0 : sinTurn(k / 4) * Math.min(wide, high) * (reach < 0 ? -1 : 1);
        wide *= shrink;
        high *= shrink;
      }
      let sx = up[1] * tz - up[2] * ty;
      let sy = up[2] * tx - up[0] * tz;
      let sz = up[0] * ty - up[1] * tx;
      const side = 1 / Math.sqrt(sx * sx + sy * sy + sz * sz + 1e-18);
      sx *= side;
      sy *= side;
      sz *= side;
      const nx = ty * sz - tz * sy;
      const ny = tz * sx - tx * sz;
      const nz = tx * sy - ty * sx;
      section.at(u, s);
      const p = s[0]! * wide;
      const q = s[1]! * high;
      out[0] = x + sx * p + nx * q + tx * push;
      out[1] = y + sy * p + ny * q + ty * push;
      out[2] = z + sz * p + nz * q + tz * push;
    },
  };
}

function speed(a: number, b: number, c: number, d: number, t: number): number {
  return 0.5 * (c - a + t * (2 * (2 * a - 5 * b + 4 * c - d) + t * 3 * (3 * (b - c) + d - a)));
}

function capLength(station: Station, flat: boolean): number {
  const radius = Math.min(station[3], station[4] ?? station[3]);
  return (flat ? radius : 1.2 * radius) + 1e-7;
}

function distance(a: Station, b: Station): number {
  return Math.sqrt(square(a[0] - b[0]) + square(a[1] - b[1]) + square(a[2] - b[2]));
}

/** The axis that the path runs along least. */
function crosswise(stations: readonly Station[]): readonly [number, number, number] {
  const run = [0, 1, 2].map((axis) =>
    stations
      .slice(1)
      .reduce(
        (sum, station, i) => sum + Math.abs(Number(station[axis]) - Number(stations[i]![axis])),
        0,
      ),
  );
  if (run[1]! <= Math.max(run[0]!, run[2]!) * 0.8) return [0, 1, 0];
  return run[0]! <= run[2]! ? [1, 0, 0] : [0, 0, 1];
}

function knotsOf(lengths: readonly number[], least: readonly number[]): Knots {
  const total = lengths.reduce((sum, length) => sum + length, 0);
  const at: number[] = [0];
  const kept: number[] = [];
  let sum = 0;
  lengths.forEach((length, i) => {
    sum += length;
    // A pointed end has no cap to speak of; a knot there would only make slivers.
    if (length < 1e-6) return;
    at.push(sum / total);
    kept.push(least[i]!);
  });
  at[at.length - 1] = 1;
  return { at, least: kept };
}
