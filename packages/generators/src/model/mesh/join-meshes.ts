import type { Mesh } from './build-mesh.ts';

/** Two meshes as one; both have UVs and tangents. */
export function joined(one: Mesh, other: Mesh): Mesh {
  const count = one.position.length / 3;
  const index = new Uint32Array(one.index.length + other.index.length);
  index.set(one.index);
  other.index.forEach((at, i) => {
    index[one.index.length + i] = at + count;
  });
  return {
    position: both(one.position, other.position),
    normal: both(one.normal, other.normal),
    uv: both(one.uv!, other.uv!),
    tangent: both(one.tangent!, other.tangent!),
    index,
  };
}

function both(one: Float32Array, other: Float32Array): Float32Array {
  const values = new Float32Array(one.length + other.length);
  values.set(one);
  values.set(other, one.length);
  return values;
}
