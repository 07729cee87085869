import type { Document, Primitive } from '@gltf-transform/core';
import type { MeshoptSimplifier } from 'meshoptimizer';
import type { ModelStepOptions } from '../../manifest/manifest.ts';
import { countTriangles } from './describe-model.ts';

/** @see ModelStepOptions.maxError */
const MAX_ERROR = 0.01;

/** What is seen of a vertex beside its place, and how much a change of it counts. */
const SEEN = [
  { semantic: 'NORMAL', weight: 0.3 },
  { semantic: 'TEXCOORD_0', weight: 0.5 },
  { semantic: 'COLOR_0', weight: 0.3 },
] as const;

/**
 * Reduces triangles to the share, the limit and the place in a chain of LODs that the options ask
 * for, as far as the error bound allows.
 */
export async function simplifyModel(document: Document, options: ModelStepOptions): Promise<void> {
  const all = countTriangles(document);
  const { simplify: share = 1, maxTriangles = Infinity, lod = 1 } = options;
  const wanted = Math.min(all * share, maxTriangles) * lod;
  if (all === 0 || wanted >= all) return;
  // A LOD of a tenth of the triangles is drawn on about a tenth of the pixels: what moves is seen
  // smaller by the root of that, and may move more by as much.
  const error = Math.min(1, (options.maxError ?? MAX_ERROR) / Math.sqrt(lod));
  const [{ compactPrimitive, prune, simplifyPrimitive }, { MeshoptSimplifier: simplifier }] =
    await Promise.all([import('@gltf-transform/functions'), import('meshoptimizer')]);
  await simplifier.ready;
  const ratio = wanted / all;
  for (const mesh of document.getRoot().listMeshes()) {
    for (const primitive of mesh.listPrimitives()) {
      if (primitive.getMode() !== 4) simplifyPrimitive(primitive, { simplifier, ratio, error });
      else if (await reduce(primitive, simplifier, ratio, error)) compactPrimitive(primitive);
      if (primitive.getIndices()?.getCount() === 0) primitive.dispose();
    }
    if (mesh.listPrimitives().length === 0) mesh.dispose();
  }
  // Small parts may be gone as a whole. No texture has got one colour since.
  await document.transform(prune({ keepLeaves: true, keepExtras: true, keepSolidTextures: true }));
}

/**
 * Takes triangles away, and weighs what happens to normals, texture coordinates and colours. Seams
 * between charts of a texture may close: models that are painted in many small charts have so many
 * that otherwise nothing but whole limbs could go.
 * @returns false where there was nothing to take
 */
async function reduce(
  primitive: Primitive,
  simplifier: typeof MeshoptSimplifier,
  ratio: number,
  error: number,
): Promise<boolean> {
  const { floats } = await import('@assetgen/render');
  const indices = primitive.getIndices();
  const position = floats(primitive.getAttribute('POSITION'));
  const index = indices?.getArray();
  if (!indices || !index || !position) return false;
  const target = Math.max(3, Math.floor((index.length * ratio) / 3) * 3);
  if (target >= index.length) return false;
  const seen = await attributesOf(primitive, position.length / 3);
  const corners = Uint32Array.from(index);
  const [kept] =
    seen === null
      ? simplifier.simplify(corners, position, 3, target, error, ['Prune'])
      : simplifier.simplifyWithAttributes(
          corners,
          position,
          3,
          seen.values,
          seen.weights.length,
          seen.weights,
          null,
          target,
          error,
          ['Permissive', 'Prune'],
        );
  primitive.setIndices(indices.clone().setArray(kept));
  return true;
}

async function attributesOf(
  primitive: Primitive,
  count: number,
): Promise<{ values: Float32Array; weights: number[] } | null> {
  const { floats } = await import('@assetgen/render');
  const found = SEEN.flatMap(({ semantic, weight }) => {
    const accessor = primitive.getAttribute(semantic);
    const array = floats(accessor);
    if (!accessor || !array) return [];
    // A texture that is repeated many times counts as one that is not.
    const scale = semantic === 'TEXCOORD_0' ? Math.max(1, spread(array)) : 1;
    return [{ array, size: accessor.getElementSize(), weight: weight / scale }];
  });
  const weights = found.flatMap(({ size, weight }) => Array.from({ length: size }, () => weight));
  if (weights.length === 0) return null;
  const values = new Float32Array(count * weights.length);
  let offset = 0;
  for (const { array, size } of found) {
    for (let vertex = 0; vertex < count; vertex++) {
      for (let k = 0; k < size; k++) {
        values[vertex * weights.length + offset + k] = array[vertex * size + k] ?? 0;
      }
    }
    offset += size;
  }
  return { values, weights };
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
