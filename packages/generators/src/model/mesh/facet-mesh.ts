import { square } from '../exact-math.ts';
import type { Mesh } from './build-mesh.ts';

/** Triangles that a faceted model seems to have; each is divided until the asked count is met. */
const FACETS = 640;

/**
 * A mesh of flat triangles that can be counted, divided so often that it has about `faces`.
 *
 * @param build Makes a smooth mesh of about so many triangles; fewer than it needs at least, it does not.
 */
export function facetMesh(build: (faces: number) => Mesh, faces: number): Mesh {
  const count = (mesh: Mesh): number => mesh.index.length / 3;
  const divisions = Math.max(1, Math.floor(Math.sqrt(faces / count(build(FACETS)))));
  const wanted = faces / (divisions * divisions);
  // A coarse mesh misses its count by some: asked for the more or the less, it comes nearer.
  return faceted(build((wanted * wanted) / count(build(wanted))), divisions);
}

/** Flat triangles with edges between them: each of the mesh's becomes `divisions`² in its own plane. */
export function faceted(mesh: Mesh, divisions: number): Mesh {
  const triangles = mesh.index.length / 3;
  const each = ((divisions + 1) * (divisions + 2)) / 2;
  const position = new Float32Array(triangles * each * 3);
  const normal = new Float32Array(position.length);
  const uv = mesh.uv && new Float32Array(triangles * each * 2);
  const tangent = mesh.tangent && new Float32Array(triangles * each * 4);
  const index = new Uint32Array(triangles * divisions * divisions * 3);
  let [vertex, at] = [0, 0];
  for (let t = 0; t < triangles; t++) {
    const [a, b, c] = [mesh.index[t * 3]!, mesh.index[t * 3 + 1]!, mesh.index[t * 3 + 2]!];
    const flat = normalOf(mesh.position, a, b, c);
    const first = vertex;
    for (let row = 0; row <= divisions; row++) {
      for (let column = 0; column <= row; column++, vertex++) {
        const [u, v, w] = [divisions - row, row - column, column];
        // Edges get the same sums from both of their sides: the mesh stays closed.
        const mixed = (values: Float32Array, size: number, k: number): number =>
          (values[a * size + k]! * u + values[b * size + k]! * v + values[c * size + k]! * w) /
          divisions;
        for (let k = 0; k < 3; k++) {
          position[vertex * 3 + k] = Math.round(mixed(mesh.position, 3, k) * 1e5) / 1e5;
          normal[vertex * 3 + k] = flat[k]!;
        }
        if (uv) for (let k = 0; k < 2; k++) uv[vertex * 2 + k] = mixed(mesh.uv!, 2, k);
        if (tangent) writeTangent(tangent, vertex, flat, mesh.tangent![a * 4 + 3]!);
      }
    }
    for (let row = 0; row < divisions; row++) {
      const here = first + (row * (row + 1)) / 2;
      const below = first + ((row + 1) * (row + 2)) / 2;
      for (let column = 0; column <= row; column++) {
        index.set([here + column, below + column, below + column + 1], at);
        at += 3;
        if (column === row) continue;
        index.set([here + column, below + column + 1, here + column + 1], at);
        at += 3;
      }
    }
  }
  return { position, normal, index, ...(uv && { uv }), ...(tangent && { tangent }) };
}

function normalOf(p: Float32Array, a: number, b: number, c: number): readonly number[] {
  const [ex, ey, ez] = [0, 1, 2].map((k) => p[b * 3 + k]! - p[a * 3 + k]!) as [
    number,
    number,
    number,
  ];
  const [fx, fy, fz] = [0, 1, 2].map((k) => p[c * 3 + k]! - p[a * 3 + k]!) as [
    number,
    number,
    number,
  ];
  const n = [ey * fz - ez * fy, ez * fx - ex * fz, ex * fy - ey * fx] as const;
  const length = Math.sqrt(square(n[0]) + square(n[1]) + square(n[2]));
  return length < 1e-12 ? [0, 1, 0] : n.map((value) => Math.round((value / length) * 1e6) / 1e6);
}

/** Any direction in the plane of the triangle. */
function writeTangent(
  tangent: Float32Array,
  vertex: number,
  n: readonly number[],
  w: number,
): void {
  const [x, y, z] = Math.abs(n[0]!) > 0.9 ? [0, 1, 0] : [1, 0, 0];
  const along = x! * n[0]! + y! * n[1]! + z! * n[2]!;
  const t = [x! - along * n[0]!, y! - along * n[1]!, z! - along * n[2]!];
  const length = Math.sqrt(square(t[0]!) + square(t[1]!) + square(t[2]!));
  for (let k = 0; k < 3; k++) tangent[vertex * 4 + k] = Math.round((t[k]! / length) * 1e6) / 1e6;
  tangent[vertex * 4 + 3] = w;
}
