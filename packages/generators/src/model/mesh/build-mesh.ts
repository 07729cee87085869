import type { Sample } from '../paint/finish.ts';
import { createSample } from '../paint/finish.ts';
import type { Part } from '../shape/part.ts';
import type { Atlas } from './atlas.ts';
import { gridNormals, sampleGrid, type Grid } from './grid.ts';
import type { GridSize } from './share-faces.ts';

/** A triangle mesh in flat arrays. */
export interface Mesh {
  readonly position: Float32Array;
  readonly normal: Float32Array;
  readonly uv?: Float32Array;
  readonly tangent?: Float32Array;
  readonly index: Uint32Array | Uint16Array;
}

export interface MeshOptions {
  /** Lays UVs out by it; without it the mesh has none. */
  readonly atlas?: Atlas;
  readonly tangents: boolean;
  /** Moves vertices by the finishes' relief. */
  readonly relief: boolean;
}

/** Samples, displaces and joins all parts. Rounds positions to 1e-5, so that no engine differs in a last bit. */
export function buildMesh(
  parts: readonly Part[],
  sizes: readonly GridSize[],
  options: MeshOptions,
): Mesh {
  const totals = { vertices: 0, indices: 0 };
  parts.forEach((part, i) => {
    const { columns, rows } = sizes[i]!;
    totals.vertices += (columns + 1) * (rows + 1);
    totals.indices += 6 * columns * (part.surface.ends === 'ring' ? rows : rows - 1);
  });
  const position = new Float32Array(totals.vertices * 3);
  const normal = new Float32Array(totals.vertices * 3);
  const uv = options.atlas ? new Float32Array(totals.vertices * 2) : undefined;
  const tangent = options.tangents ? new Float32Array(totals.vertices * 4) : undefined;
  const index =
    totals.vertices < 65535 ? new Uint16Array(totals.indices) : new Uint32Array(totals.indices);
  const cursor = { vertex: 0, index: 0 };
  const mesh = { position, normal, uv, tangent, index };
  const sample = createSample();
  parts.forEach((part, i) => {
    const grid = sampleGrid(part, sizes[i]!.columns, sizes[i]!.rows);
    if (options.relief && part.finish.relief) displace(part, grid, sample);
    writeVertices(grid, mesh, cursor.vertex, options.atlas, i);
    writeIndices(grid, index, cursor);
    cursor.vertex += (grid.columns + 1) * (grid.rows + 1);
  });
  return {
    position,
    normal,
    index,
    ...(uv ? { uv } : {}),
    ...(tangent ? { tangent } : {}),
  };
}

function displace(part: Part, grid: Grid, sample: Sample): void {
  const relief = part.finish.relief!;
  const { columns, local, position, normal } = grid;
  for (let k = 0; k < position.length; k += 3) {
    const cell = k / 3;
    const i = cell % columns;
    const j = (cell - i) / columns;
    const pole = !grid.ring && (j === 0 || j === grid.rows);
    sample.x = local[k]!;
    sample.y = local[k + 1]!;
    sample.z = local[k + 2]!;
    sample.u = pole ? 0 : grid.u[i]!;
    sample.v = grid.v[j]!;
    sample.up = normal[k + 1]!;
    const push = relief(sample);
    position[k]! += normal[k]! * push;
    position[k + 1]! += normal[k + 1]! * push;
    position[k + 2]! += normal[k + 2]! * push;
  }
  gridNormals(grid, normal);
}

function writeVertices(
  grid: Grid,
  mesh: {
    position: Float32Array;
    normal: Float32Array;
    uv: Float32Array | undefined;
    tangent: Float32Array | undefined;
  },
  start: number,
  atlas: Atlas | undefined,
  part: number,
): void {
  const { columns, rows, ring } = grid;
  const rect = atlas?.rects[part];
  const texture = atlas?.size ?? 1;
  let at = start;
  for (let j = 0; j <= rows; j++) {
    const row = ring && j === rows ? 0 : j;
    for (let i = 0; i <= columns; i++, at++) {
      const column = i === columns ? 0 : i;
      const k = (row * columns + column) * 3;
      for (let axis = 0; axis < 3; axis++) {
        mesh.position[at * 3 + axis] = Math.round(grid.position[k + axis]! * 1e5) / 1e5;
      }
      unit(grid.normal[k]!, grid.normal[k + 1]!, grid.normal[k + 2]!, mesh.normal, at * 3);
      if (rect && mesh.uv) {
        mesh.uv[at * 2] = (rect.x + grid.u[i]! * rect.width) / texture;
        mesh.uv[at * 2 + 1] = (rect.y + grid.v[j]! * rect.height) / texture;
      }
      if (mesh.tangent) writeTangent(grid, row, column, mesh.tangent, at * 4);
    }
  }
}

/** Along growing u; w is such that the bitangent points to the top of the texture, as glTF 2.0 (3.7.2.1) has it. */
function writeTangent(
  grid: Grid,
  row: number,
  column: number,
  out: Float32Array,
  at: number,
): void {
  const { columns, rows, ring, position: p, normal } = grid;
  const line = ring ? row : Math.min(rows - 1, Math.max(1, row));
  const right = (line * columns + (column === columns - 1 ? 0 : column + 1)) * 3;
  const left = (line * columns + (column === 0 ? columns - 1 : column - 1)) * 3;
  const k = (row * columns + column) * 3;
  const nx = normal[k]!;
  const ny = normal[k + 1]!;
  const nz = normal[k + 2]!;
  let x = p[right]! - p[left]!;
  let y = p[right + 1]! - p[left + 1]!;
  let z = p[right + 2]! - p[left + 2]!;
  let along = x * nx + y * ny + z * nz;
  x -= along * nx;
  y -= along * ny;
  z -= along * nz;
  if (x * x + y * y + z * z < 1e-16) {
    const other = Math.abs(nx) < 0.7;
    along = other ? nx : ny;
    x = (other ? 1 : 0) - along * nx;
    y = (other ? 0 : 1) - along * ny;
    z = -along * nz;
  }
  unit(x, y, z, out, at);
  out[at + 3] = grid.facing === 1 ? -1 : 1;
}

function unit(x: number, y: number, z: number, out: Float32Array, at: number): void {
  const scale = 1 / Math.sqrt(x * x + y * y + z * z);
  out[at] = Math.round(x * scale * 1e6) / 1e6;
  out[at + 1] = Math.round(y * scale * 1e6) / 1e6;
  out[at + 2] = Math.round(z * scale * 1e6) / 1e6;
}

function writeIndices(
  grid: Grid,
  index: Uint32Array | Uint16Array,
  cursor: { vertex: number; index: number },
): void {
  const { columns, rows, ring, facing } = grid;
  let at = cursor.index;
  for (let j = 0; j < rows; j++) {
    for (let i = 0; i < columns; i++) {
      const a = cursor.vertex + j * (columns + 1) + i;
      const b = a + 1;
      const d = a + columns + 1;
      const c = d + 1;
      if (ring || j < rows - 1) {
        index[at++] = a;
        index[at++] = facing === 1 ? c : d;
        index[at++] = facing === 1 ? d : c;
      }
      if (ring || j > 0) {
        index[at++] = a;
        index[at++] = facing === 1 ? b : c;
        index[at++] = facing === 1 ? c : b;
      }
    }
  }
  cursor.index = at;
}
