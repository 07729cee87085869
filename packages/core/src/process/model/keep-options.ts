import type { Document } from '@gltf-transform/core';
import type { PruneOptions } from '@gltf-transform/functions';

/**
 * What prune of glTF-Transform leaves beside what is drawn. Empty nodes are places to hang things from; and a surface
 * with a grain (KHR_materials_anisotropy) takes its direction from tangents, though it may have no texture of normals.
 */
export function keepOptions(
  document: Document,
): Pick<PruneOptions, 'keepLeaves' | 'keepExtras' | 'keepAttributes'> {
  const keepAttributes = document
    .getRoot()
    .listExtensionsUsed()
    .some((each) => each.extensionName === 'KHR_materials_anisotropy');
  return { keepLeaves: true, keepExtras: true, keepAttributes };
}
