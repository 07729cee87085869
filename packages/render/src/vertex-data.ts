import type { Accessor, Primitive } from '@gltf-transform/core';

/** As plain floats, whatever the accessor's component type and normalisation. */
export function floats(accessor: Accessor | null): Float32Array | undefined {
  const array = accessor?.getArray();
  if (!accessor || !array) return undefined;
  if (array instanceof Float32Array) return array;
  const out = Float32Array.from(array);
  if (!accessor.getNormalized()) return out;
  // glTF 2.0, section 3.6.2.2: signed integers reach -1 twice.
  const most = 2 ** (array.BYTES_PER_ELEMENT * 8) - 1;
  const signed = array instanceof Int8Array || array instanceof Int16Array;
  const scale = 1 / (signed ? (most - 1) / 2 : most);
  for (let i = 0; i < out.length; i++) out[i] = Math.max(-1, out[i]! * scale);
  return out;
}

/** Colours of vertices, always with alpha. */
export function vertexColors(primitive: Primitive): Float32Array | undefined {
  const accessor = primitive.getAttribute('COLOR_0');
  const given = floats(accessor);
  if (!accessor || !given || accessor.getElementSize() === 4) return given;
  const out = new Float32Array((given.length / 3) * 4).fill(1);
  for (let i = 0; i < given.length / 3; i++) {
    for (let k = 0; k < 3; k++) out[i * 4 + k] = given[i * 3 + k]!;
  }
  return out;
}

/** The corners of a primitive of any mode as three a shape: a line repeats its end, a point itself. */
export function corners(
  primitive: Primitive,
  count: number,
): { shape: 'triangles' | 'lines' | 'points'; index: Uint32Array } {
  const given = primitive.getIndices()?.getArray();
  const at = given ?? new Uint32Array(count).map((_, i) => i);
  const { length } = at;
  const list: number[] = [];
  const push = (a: number, b: number, c: number): void => {
    list.push(at[a]!, at[b]!, at[c]!);
  };
  switch (primitive.getMode()) {
    case 0:
      for (let i = 0; i < length; i++) push(i, i, i);
      return { shape: 'points', index: Uint32Array.from(list) };
    case 1:
      for (let i = 0; i + 1 < length; i += 2) push(i, i + 1, i + 1);
      return { shape: 'lines', index: Uint32Array.from(list) };
    case 2:
      for (let i = 0; i < length; i++) {
        push(i, (i + 1) % length, (i + 1) % length);
      }
      return { shape: 'lines', index: Uint32Array.from(list) };
    case 3:
      for (let i = 0; i + 1 < length; i++) push(i, i + 1, i + 1);
      return { shape: 'lines', index: Uint32Array.from(list) };
    case 5:
      for (let i = 0; i + 2 < length; i++) push(i + (i & 1), i + 1 - (i & 1), i + 2);
      return { shape: 'triangles', index: Uint32Array.from(list) };
    case 6:
      for (let i = 1; i + 1 < length; i++) push(0, i, i + 1);
      return { shape: 'triangles', index: Uint32Array.from(list) };
    default:
      // A trailing corner or two make no triangle.
      return { shape: 'triangles', index: whole(at) };
  }
}

function whole(at: ArrayLike<number>): Uint32Array {
  const length = at.length - (at.length % 3);
  if (at instanceof Uint32Array) return length === at.length ? at : at.subarray(0, length);
  return new Uint32Array(at).subarray(0, length);
}
