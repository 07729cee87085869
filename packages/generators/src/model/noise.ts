import { createRandom } from './random.ts';

/** Solid noises of one seed; positions are unitless, results lie within about -1 and 1. */
export interface Noise {
  /** Gradient noise. */
  smooth(x: number, y: number, z: number): number;
  /** Octaves of `smooth`. */
  cloudy(x: number, y: number, z: number, octaves: number): number;
  /** Sharp crests: 0 in the valleys, 1 on the ridges. */
  ridged(x: number, y: number, z: number, octaves: number): number;
  /** Distance to the border between cells (0 on it), and the number of the nearest cell from 0 to 1. */
  cells(x: number, y: number, z: number, out: CellHit): void;
  /** A number from 0 to 1 for a whole-number position. */
  pick(x: number, y: number, z: number): number;
}

export interface CellHit {
  border: number;
  near: number;
  id: number;
}

export function createNoise(seed: number): Noise {
  const random = createRandom(seed);
  const table = new Uint8Array(512);
  for (let i = 0; i < 256; i++) table[i] = i;
  for (let i = 255; i > 0; i--) {
    const j = Math.floor(random() * (i + 1));
    const held = table[i]!;
    table[i] = table[j]!;
    table[j] = held;
  }
  table.copyWithin(256, 0, 256);
  const jitter = new Float64Array(256 * 3);
  for (let i = 0; i < jitter.length; i++) jitter[i] = random();

  function smooth(x: number, y: number, z: number): number {
    const fx = Math.floor(x);
    const fy = Math.floor(y);
    const fz = Math.floor(z);
    const a = x - fx;
    const b = y - fy;
    const c = z - fz;
    const u = a * a * a * (a * (a * 6 - 15) + 10);
    const v = b * b * b * (b * (b * 6 - 15) + 10);
    const w = c * c * c * (c * (c * 6 - 15) + 10);
    const ix = fx & 255;
    const iy = fy & 255;
    const iz = fz & 255;
    const p0 = table[ix]! + iy;
    const p1 = table[ix + 1]! + iy;
    const q00 = table[p0]! + iz;
    const q01 = table[p0 + 1]! + iz;
    const q10 = table[p1]! + iz;
    const q11 = table[p1 + 1]! + iz;
    const n000 = slope(table[q00]!, a, b, c);
    const n100 = slope(table[q10]!, a - 1, b, c);
    const n010 = slope(table[q01]!, a, b - 1, c);
    const n110 = slope(table[q11]!, a - 1, b - 1, c);
    const n001 = slope(table[q00 + 1]!, a, b, c - 1);
    const n101 = slope(table[q10 + 1]!, a - 1, b, c - 1);
    const n011 = slope(table[q01 + 1]!, a, b - 1, c - 1);
    const n111 = slope(table[q11 + 1]!, a - 1, b - 1, c - 1);
    const l0 = n000 + u * (n100 - n000);
    const l1 = n010 + u * (n110 - n010);
    const l2 = n001 + u * (n101 - n001);
    const l3 = n011 + u * (n111 - n011);
    const m0 = l0 + v * (l1 - l0);
    return m0 + w * (l2 + v * (l3 - l2) - m0);
  }

  function cloudy(x: number, y: number, z: number, octaves: number): number {
    let sum = 0;
    let weight = 0.5;
    let scale = 1;
    for (let i = 0; i < octaves; i++) {
      sum += weight * smooth(x * scale + i * 17.3, y * scale, z * scale);
      weight *= 0.5;
      scale *= 2.03;
    }
    return sum * 1.6;
  }

  function ridged(x: number, y: number, z: number, octaves: number): number {
    let sum = 0;
    let weight = 0.5;
    let scale = 1;
    for (let i = 0; i < octaves; i++) {
      const n = 1 - Math.abs(smooth(x * scale + i * 31.7, y * scale, z * scale));
      sum += weight * n * n;
      weight *= 0.5;
      scale *= 2.1;
    }
    return sum;
  }

  // Only the eight cells about the nearest corner are searched: a third of the work, and the flaw is rare.
  function cells(x: number, y: number, z: number, out: CellHit): void {
    const bx = Math.floor(x - 0.5);
    const by = Math.floor(y - 0.5);
    const bz = Math.floor(z - 0.5);
    let first = 9;
    let second = 9;
    let id = 0;
    for (let k = 0; k < 8; k++) {
      const cx = bx + (k & 1);
      const cy = by + ((k >> 1) & 1);
      const cz = bz + (k >> 2);
      const h = table[table[table[cx & 255]! + (cy & 255)]! + (cz & 255)]!;
      const dx = cx + 0.2 + 0.6 * jitter[h * 3]! - x;
      const dy = cy + 0.2 + 0.6 * jitter[h * 3 + 1]! - y;
      const dz = cz + 0.2 + 0.6 * jitter[h * 3 + 2]! - z;
      const d = dx * dx + dy * dy + dz * dz;
      if (d < first) {
        second = first;
        first = d;
        id = h;
      } else if (d < second) second = d;
    }
    out.near = Math.sqrt(first);
    out.border = Math.sqrt(second) - out.near;
    out.id = id / 255;
  }

  function pick(x: number, y: number, z: number): number {
    return table[table[table[x & 255]! + (y & 255)]! + (z & 255)]! / 255;
  }

  return { smooth, cloudy, ridged, cells, pick };
}

/** The twelve edges of a cube, four of them twice: what each of 16 hashes counts of x, y and z. */
const EDGES = Array.from({ length: 16 }, (_each, h) => {
  const first = h < 8 ? 0 : 1;
  const second = h < 4 ? 1 : h === 12 || h === 14 ? 0 : 2;
  const edge = [0, 0, 0];
  edge[first] = (h & 1) === 0 ? 1 : -1;
  edge[second] = (h & 2) === 0 ? 1 : -1;
  return edge;
});
const [EDGE_X, EDGE_Y, EDGE_Z] = [0, 1, 2].map((axis) =>
  Float64Array.from(EDGES, (edge) => edge[axis]!),
) as [Float64Array, Float64Array, Float64Array];

/** By tables: a processor guesses a branch on a random bit wrong half of the time. */
function slope(hash: number, x: number, y: number, z: number): number {
  const h = hash & 15;
  return EDGE_X[h]! * x + EDGE_Y[h]! * y + EDGE_Z[h]! * z;
}
