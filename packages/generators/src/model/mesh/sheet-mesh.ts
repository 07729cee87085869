import { square } from '../exact-math.ts';
import type { Mesh } from './build-mesh.ts';

/** A flat outline with a front and a back that meet along it. Coordinates from 0 to 1, y downwards. */
export interface Sheet {
  /** Width over height. */
  readonly ratio: number;
  /** Above 0 inside the outline. */
  inside(x: number, y: number): number;
  /** Distances of front and back from the middle plane. Unit: heights of the sheet. */
  front(x: number, y: number): number;
  back(x: number, y: number): number;
}

/** Least distance of front and back, so that they never touch but at the outline. */
const THIN = 0.0015;

/** Builds a closed mesh of about `faces` triangles by marching squares; the outline's points are shared by both sides. */
export function sheetMesh(sheet: Sheet, faces: number): Mesh {
  // The count grows about with the square of the resolution: guess, then find the nearest by halving.
  const guess = 64 * Math.sqrt(faces / Math.max(1, triangles(sample(sheet, 64)) * 2));
  let low = Math.max(4, Math.floor(guess * 0.8));
  let high = Math.ceil(guess * 1.25) + 4;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (triangles(sample(sheet, middle)) * 2 > faces) high = middle;
    else low = middle;
  }
  const under = faces - triangles(sample(sheet, low)) * 2;
  const over = triangles(sample(sheet, high)) * 2 - faces;
  return surfaced(sheet, sample(sheet, over < under ? high : low));
}

interface Samples {
  readonly columns: number;
  readonly rows: number;
  readonly values: Float32Array;
}

function sample(sheet: Sheet, rows: number): Samples {
  const columns = Math.max(4, Math.round(rows * sheet.ratio));
  const values = new Float32Array((columns + 1) * (rows + 1));
  for (let y = 0; y <= rows; y++) {
    for (let x = 0; x <= columns; x++) {
      // The rim lies outside, so that every outline closes.
      const rim = x === 0 || y === 0 || x === columns || y === rows;
      const value = rim ? -0.5 : sheet.inside(x / columns, y / rows);
      values[y * (columns + 1) + x] = value === 0 ? 1e-4 : value;
    }
  }
  return { columns, rows, values };
}

function caseOf({ columns, values }: Samples, x: number, y: number): number {
  const i = y * (columns + 1) + x;
  const j = i + columns + 1;
  return (
    (values[i]! > 0 ? 1 : 0) |
    (values[i + 1]! > 0 ? 2 : 0) |
    (values[j + 1]! > 0 ? 4 : 0) |
    (values[j]! > 0 ? 8 : 0)
  );
}

const COUNT: readonly number[] = [0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 2];

function triangles(samples: Samples): number {
  let sum = 0;
  for (let y = 0; y < samples.rows; y++) {
    for (let x = 0; x < samples.columns; x++) sum += COUNT[caseOf(samples, x, y)]!;
  }
  return sum;
}

// Polygons of the inside part of a cell: corners 0 to 3 from the top left with the clock, edges 4 to 7 after them.
const POLYGONS: readonly (readonly (readonly number[])[])[] = [
  [],
  [[0, 4, 7]],
  [[1, 5, 4]],
  [[0, 1, 5, 7]],
  [[2, 6, 5]],
  [
    [0, 4, 7],
    [2, 6, 5],
  ],
  [[1, 2, 6, 4]],
  [[0, 1, 2, 6, 7]],
  [[3, 7, 6]],
  [[0, 4, 6, 3]],
  [
    [1, 5, 4],
    [3, 7, 6],
  ],
  [[0, 1, 5, 6, 3]],
  [[2, 3, 7, 5]],
  [[0, 4, 5, 2, 3]],
  [[1, 2, 3, 7, 4]],
  [[0, 1, 2, 3]],
];

function surfaced(sheet: Sheet, samples: Samples): Mesh {
  const points: number[] = [];
  const outline: boolean[] = [];
  const ids = new Map<number, number>();
  const fronts: number[] = [];
  const { columns, rows, values } = samples;
  const wide = columns + 1;
  const corner = (x: number, y: number): number => {
    const key = (y * wide + x) * 3;
    return ids.get(key) ?? keep(key, x / columns, y / rows, false);
  };
  const crossing = (x: number, y: number, across: boolean): number => {
    const key = (y * wide + x) * 3 + (across ? 1 : 2);
    const known = ids.get(key);
    if (known !== undefined) return known;
    const a = values[y * wide + x]!;
    const b = values[across ? y * wide + x + 1 : (y + 1) * wide + x]!;
    const t = Math.min(0.97, Math.max(0.03, a / (a - b)));
    return keep(key, (x + (across ? t : 0)) / columns, (y + (across ? 0 : t)) / rows, true);
  };
  function keep(key: number, x: number, y: number, edge: boolean): number {
    const id = outline.length;
    ids.set(key, id);
    points.push(x, y);
    outline.push(edge);
    return id;
  }
  for (let y = 0; y < rows; y++) {
    for (let x = 0; x < columns; x++) {
      const kind = caseOf(samples, x, y);
      if (kind === 0) continue;
      const at = (spot: number): number => {
        if (spot < 4)
          return corner(x + (spot === 1 || spot === 2 ? 1 : 0), y + (spot >= 2 ? 1 : 0));
        if (spot === 4) return crossing(x, y, true);
        if (spot === 5) return crossing(x + 1, y, false);
        if (spot === 6) return crossing(x, y + 1, true);
        return crossing(x, y, false);
      };
      for (const polygon of POLYGONS[kind]!) {
        const spots = polygon.map(at);
        for (let k = 2; k < spots.length; k++) fronts.push(spots[0]!, spots[k]!, spots[k - 1]!);
      }
    }
  }
  return bothSides(sheet, points, outline, fronts);
}

function bothSides(
  sheet: Sheet,
  points: readonly number[],
  outline: readonly boolean[],
  fronts: readonly number[],
): Mesh {
  const count = outline.length;
  const position = new Float32Array(count * 6);
  const uv = new Float32Array(count * 4);
  const tangent = new Float32Array(count * 8);
  const index = new Uint32Array(fronts.length * 2);
  for (let i = 0; i < count * 2; i++) {
    const front = i < count;
    const k = front ? i : i - count;
    const x = points[k * 2]!;
    const y = points[k * 2 + 1]!;
    const height = outline[k]! ? 0 : Math.max(THIN, front ? sheet.front(x, y) : sheet.back(x, y));
    position[i * 3] = Math.round((x - 0.5) * sheet.ratio * 2e5) / 1e5;
    position[i * 3 + 1] = Math.round((0.5 - y) * 2e5) / 1e5;
    position[i * 3 + 2] = (Math.round(height * 2e5) / 1e5) * (front ? 1 : -1);
    uv[i * 2] = x;
    uv[i * 2 + 1] = y;
    tangent[i * 4] = 1;
    tangent[i * 4 + 3] = front ? 1 : -1;
  }
  for (let t = 0; t < fronts.length; t += 3) {
    const [a, b, c] = [fronts[t]!, fronts[t + 1]!, fronts[t + 2]!];
    index.set([a, b, c], t);
    index.set([a + count, c + count, b + count], fronts.length + t);
  }
  const normal = smoothNormals(position, index, count, outline);
  for (let i = 0; i < count * 2; i++) uprightTangent(tangent, normal, i);
  return { position, normal, uv, tangent, index };
}

/** Area-weighted; along the outline front and back share one normal. */
function smoothNormals(
  p: Float32Array,
  index: Uint32Array,
  count: number,
  outline: readonly boolean[],
): Float32Array {
  const sum = new Float64Array(p.length);
  for (let t = 0; t < index.length; t += 3) {
    const [a, b, c] = [index[t]! * 3, index[t + 1]! * 3, index[t + 2]! * 3];
    const [ex, ey, ez] = [p[b]! - p[a]!, p[b + 1]! - p[a + 1]!, p[b + 2]! - p[a + 2]!];
    const [fx, fy, fz] = [p[c]! - p[a]!, p[c + 1]! - p[a + 1]!, p[c + 2]! - p[a + 2]!];
    for (const k of [a, b, c]) {
      sum[k]! += ey * fz - ez * fy;
      sum[k + 1]! += ez * fx - ex * fz;
      sum[k + 2]! += ex * fy - ey * fx;
    }
  }
  for (let i = 0; i < count; i++) {
    if (!outline[i]) continue;
    for (let k = 0; k < 3; k++) {
      const both = sum[i * 3 + k]! + sum[(i + count) * 3 + k]!;
      sum[i * 3 + k] = both;
      sum[(i + count) * 3 + k] = both;
    }
  }
  const normal = new Float32Array(p.length);
  for (let k = 0; k < p.length; k += 3) {
    const length = Math.sqrt(square(sum[k]!) + square(sum[k + 1]!) + square(sum[k + 2]!));
    for (let axis = 0; axis < 3; axis++) {
      const value = length > 0 ? sum[k + axis]! / length : axis === 2 ? 1 : 0;
      normal[k + axis] = Math.round(value * 1e6) / 1e6;
    }
  }
  return normal;
}

/** X made square to the normal. */
function uprightTangent(tangent: Float32Array, normal: Float32Array, i: number): void {
  const [nx, ny, nz] = [normal[i * 3]!, normal[i * 3 + 1]!, normal[i * 3 + 2]!];
  const steep = Math.abs(nx) > 0.999;
  const [x, y, z] = steep ? [0, 0, 1] : [1 - nx * nx, -nx * ny, -nx * nz];
  const length = Math.sqrt(x * x + y * y + z * z);
  tangent[i * 4] = Math.round((x / length) * 1e6) / 1e6;
  tangent[i * 4 + 1] = Math.round((y / length) * 1e6) / 1e6;
  tangent[i * 4 + 2] = Math.round((z / length) * 1e6) / 1e6;
}
