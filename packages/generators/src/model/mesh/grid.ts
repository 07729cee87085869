import { spread } from '../shape/curve.ts';
import type { Part } from '../shape/part.ts';

/** A part sampled on a grid. Column `columns` is column 0 again; a ring's row `rows` is row 0 again. */
export interface Grid {
  readonly ring: boolean;
  readonly columns: number;
  readonly rows: number;
  readonly u: Float64Array;
  readonly v: Float64Array;
  /** Before the part is placed; finishes paint by it. */
  readonly local: Float64Array;
  /** In the model. */
  readonly position: Float64Array;
  readonly normal: Float64Array;
  /** -1 where (dP/du × dP/dv) points inwards. */
  readonly facing: 1 | -1;
}

/** Samples `columns` by `rows` cells; fewer than the knots need are raised to that. */
export function sampleGrid(part: Part, columns: number, rows: number): Grid {
  const { surface, matrix: m } = part;
  const ring = surface.ends === 'ring';
  const u = spread(surface.around, columns);
  const v = spread(surface.along, rows);
  const nu = u.length - 1;
  const nv = v.length - 1;
  const lines = ring ? nv : nv + 1;
  const local = new Float64Array(nu * lines * 3);
  const position = new Float64Array(nu * lines * 3);
  const p = new Float64Array(3);
  for (let j = 0; j < lines; j++) {
    const pole = !ring && (j === 0 || j === nv);
    for (let i = 0; i < nu; i++) {
      // Poles are sampled once, so that all columns meet in the same point to the last bit.
      surface.at(pole ? 0 : u[i]!, v[j]!, p);
      const k = (j * nu + i) * 3;
      const x = p[0]!;
      const y = p[1]!;
      const z = p[2]!;
      local[k] = x;
      local[k + 1] = y;
      local[k + 2] = z;
      position[k] = m[0]! * x + m[1]! * y + m[2]! * z + m[3]!;
      position[k + 1] = m[4]! * x + m[5]! * y + m[6]! * z + m[7]!;
      position[k + 2] = m[8]! * x + m[9]! * y + m[10]! * z + m[11]!;
    }
  }
  const shape = { ring, columns: nu, rows: nv, u, v, local, position };
  const normal = new Float64Array(position.length);
  const facing = gridNormals(shape, normal);
  return { ...shape, normal, facing };
}

/** Area-weighted vertex normals, outwards; gives which way the grid faces. */
export function gridNormals(
  grid: Pick<Grid, 'ring' | 'columns' | 'rows' | 'position'>,
  normal: Float64Array,
): 1 | -1 {
  const { ring, columns, rows, position: p } = grid;
  normal.fill(0);
  let volume = 0;
  for (let j = 0; j < rows; j++) {
    const next = ring && j === rows - 1 ? 0 : j + 1;
    for (let i = 0; i < columns; i++) {
      const right = i === columns - 1 ? 0 : i + 1;
      const a = (j * columns + i) * 3;
      const b = (j * columns + right) * 3;
      const c = (next * columns + right) * 3;
      const d = (next * columns + i) * 3;
      // Half the cross product of the diagonals is the area vector of the quad, flat or not.
      const ex = p[c]! - p[a]!;
      const ey = p[c + 1]! - p[a + 1]!;
      const ez = p[c + 2]! - p[a + 2]!;
      const fx = p[d]! - p[b]!;
      const fy = p[d + 1]! - p[b + 1]!;
      const fz = p[d + 2]! - p[b + 2]!;
      const nx = ey * fz - ez * fy;
      const ny = ez * fx - ex * fz;
      const nz = ex * fy - ey * fx;
      volume += nx * (p[a]! + p[c]!) + ny * (p[a + 1]! + p[c + 1]!) + nz * (p[a + 2]! + p[c + 2]!);
      for (const k of [a, b, c, d]) {
        normal[k]! += nx;
        normal[k + 1]! += ny;
        normal[k + 2]! += nz;
      }
    }
  }
  if (!ring) {
    mergeRow(normal, 0, columns);
    mergeRow(normal, rows, columns);
  }
  const facing = volume < 0 ? -1 : 1;
  for (let k = 0; k < normal.length; k += 3) {
    const x = normal[k]!;
    const y = normal[k + 1]!;
    const z = normal[k + 2]!;
    const length = Math.sqrt(x * x + y * y + z * z);
    if (length > 1e-18) {
      normal[k] = (x * facing) / length;
      normal[k + 1] = (y * facing) / length;
      normal[k + 2] = (z * facing) / length;
    } else {
      // Cells without area tell nothing: the vertex before, in the row or in the column, is as near as can be.
      const near = k >= 3 && k % (columns * 3) !== 0 ? k - 3 : Math.max(0, k - columns * 3);
      normal[k] = k === near ? 0 : normal[near]!;
      normal[k + 1] = k === near ? 1 : normal[near + 1]!;
      normal[k + 2] = k === near ? 0 : normal[near + 2]!;
    }
  }
  return facing;
}

function mergeRow(normal: Float64Array, row: number, columns: number): void {
  const start = row * columns * 3;
  const sum = [0, 0, 0];
  for (let i = 0; i < columns * 3; i++) sum[i % 3]! += normal[start + i]!;
  for (let i = 0; i < columns * 3; i++) normal[start + i] = sum[i % 3]!;
}
