import type { Document } from '@gltf-transform/core';
import type { ModelStepOptions } from '../manifest/types.ts';
import { countTriangles } from './model-facts.ts';

/** @see ModelStepOptions.maxError */
const MAX_ERROR = 0.01;

/**
 * Reduces triangles to the share, the limit and the place in a chain of LODs that the options ask
 * for, as far as the error bound allows.
 */
export async function simplifyModel(document: Document, options: ModelStepOptions): Promise<void> {
  const all = countTriangles(document);
  const { simplify: share = 1, maxTriangles = Infinity, lod = 1 } = options;
  const wanted = Math.min(all * share, maxTriangles) * lod;
  if (all === 0 || wanted >= all) return;
  const [{ simplify, prune }, { MeshoptSimplifier }] = await Promise.all([
    import('@gltf-transform/functions'),
    import('meshoptimizer'),
  ]);
  await MeshoptSimplifier.ready;
  // A LOD of a tenth of the triangles is drawn on about a tenth of the pixels: what moves is seen
  // smaller by the root of that, and may move more by as much.
  const error = Math.min(1, (options.maxError ?? MAX_ERROR) / Math.sqrt(lod));
  await document.transform(
    simplify({ simplifier: MeshoptSimplifier, ratio: wanted / all, error }),
    // Small parts may be gone as a whole.
    prune({ keepLeaves: true, keepExtras: true }),
  );
}
