import type { Primitive, Skin } from '@gltf-transform/core';
import type { floats } from '@assetgen/render';
import type { MeshoptSimplifier } from 'meshoptimizer';
import { bonePlaces, morphShifts } from './vertex-motion.ts';
import { pick } from './take-vertices.ts';

/** What is seen of a vertex beside its place, and how much a change of it counts. */
const SEEN = [
  { semantic: 'NORMAL', weight: 0.3 },
  { semantic: 'TEXCOORD_0', weight: 0.5 },
  { semantic: 'COLOR_0', weight: 0.3 },
] as const;

/** How much a change of what moves a vertex counts: as much as that of its place at rest. */
const MOVED = 1;

/** Triangles of a primitive, with all that the simplifier wants to know of their vertices. */
export interface Surface {
  /** Three a triangle. */
  readonly corners: Uint32Array;
  /** Three a vertex. */
  readonly positions: Float32Array;
  /** null where nothing but positions is seen. */
  readonly seen: Seen | null;
  /** The numbers that its vertices have in the primitive; null: the same. */
  readonly vertices: Uint32Array | null;
  /** How far it may be from the primitive, as a share of its size. */
  readonly error: number;
}

interface Seen {
  readonly values: Float32Array;
  /** One for each value of a vertex. */
  readonly weights: readonly number[];
}

/**
 * @param skin that moves the primitive
 * @returns null for a primitive without an index or positions
 */
export function surfaceOf(
  primitive: Primitive,
  skin: Skin | null,
  toFloats: typeof floats,
): Surface | null {
  const positions = toFloats(primitive.getAttribute('POSITION'));
  const index = primitive.getIndices()?.getArray();
  if (!index || !positions) return null;
  const seen = seenOf(primitive, skin, positions, toFloats);
  return { corners: Uint32Array.from(index), positions, seen, vertices: null, error: 0 };
}

/**
 * Takes triangles away, and weighs what happens to normals, texture coordinates, colours and motion. Seams
 * between charts of a texture may close: models that are painted in many small charts have so many
 * that otherwise nothing but whole limbs could go.
 * @param triangles how many are wanted, at least one
 * @param maxError how far the result may be from the primitive, what the surface is from it already included
 */
export function reduceSurface(
  simplifier: typeof MeshoptSimplifier,
  surface: Surface,
  triangles: number,
  maxError: number,
): Surface {
  const { corners, positions, seen, error } = surface;
  const target = 3 * Math.max(1, triangles);
  if (target >= corners.length || error >= maxError) return surface;
  const left = maxError - error;
  const [kept, made] =
    seen === null
      ? simplifier.simplify(corners, positions, 3, target, left, ['Prune'])
      : simplifier.simplifyWithAttributes(
          corners,
          positions,
          3,
          seen.values,
          seen.weights.length,
          [...seen.weights],
          null,
          target,
          left,
          ['Permissive', 'Prune'],
        );
  return { ...compact(surface, kept), error: error + made };
}

/** The vertices that some triangles have, in the order in which they come. */
function compact(
  { positions, seen, vertices }: Surface,
  kept: Uint32Array,
): Omit<Surface, 'error'> {
  const NONE = 0xffffffff;
  const numbers = new Uint32Array(positions.length / 3).fill(NONE);
  const used = new Uint32Array(Math.min(numbers.length, kept.length));
  const corners = new Uint32Array(kept.length);
  let count = 0;
  for (let at = 0; at < kept.length; at++) {
    const vertex = kept[at] ?? 0;
    if (numbers[vertex] === NONE) {
      numbers[vertex] = count;
      used[count] = vertex;
      count += 1;
    }
    corners[at] = numbers[vertex] ?? 0;
  }
  const own = used.slice(0, count);
  return {
    corners,
    positions: pick(positions, 3, own),
    seen: seen && { ...seen, values: pick(seen.values, seen.weights.length, own) },
    vertices: vertices === null ? own : pick(vertices, 1, own),
  };
}

function seenOf(
  primitive: Primitive,
  skin: Skin | null,
  positions: Float32Array,
  toFloats: typeof floats,
): Seen | null {
  const looks = SEEN.flatMap(({ semantic, weight }) => {
    const accessor = primitive.getAttribute(semantic);
    const array = toFloats(accessor);
    if (!accessor || !array) return [];
    // A texture that is repeated many times counts as one that is not.
    const scale = semantic === 'TEXCOORD_0' ? Math.max(1, spread(array)) : 1;
    return [{ array, size: accessor.getElementSize(), weight: weight / scale }];
  });
  const places = skin === null ? null : bonePlaces(primitive, skin, toFloats);
  const motion = [
    ...(places === null ? [] : [places]),
    ...morphShifts(primitive, positions, toFloats),
  ];
  const found = [...looks, ...motion.map((array) => ({ array, size: 3, weight: MOVED }))];
  const weights = found.flatMap(({ size, weight }) => Array.from({ length: size }, () => weight));
  if (weights.length === 0) return null;
  const values = new Float32Array((positions.length / 3) * weights.length);
  let offset = 0;
  for (const { array, size } of found) {
    weave(array, size, values, weights.length, offset);
    offset += size;
  }
  return { values, weights };
}

/** Puts the elements of an array between others. @param stride of the others, and these: values a vertex */
function weave(
  from: Float32Array,
  size: number,
  to: Float32Array,
  stride: number,
  offset: number,
): void {
  const count = Math.min(from.length / size, to.length / stride);
  for (let vertex = 0; vertex < count; vertex++) {
    for (let k = 0; k < size; k++) to[vertex * stride + offset + k] = from[vertex * size + k]!;
  }
}

function spread(values: Float32Array): number {
  let low = Infinity;
  let high = -Infinity;
  for (const value of values) {
    if (value < low) low = value;
    if (value > high) high = value;
  }
  return high - low;
}
