import type { Texture } from '@gltf-transform/core';

/**
 * Whether a texture is used, and by no material: the ids of EXT_mesh_features, for one. A pixel of it is a number that
 * must stay what it is, and no other format or size keeps it.
 */
export function holdsData(texture: Texture): boolean {
  const graph = texture.getGraph();
  const users = graph.listParents(texture).filter(({ propertyType }) => propertyType !== 'Root');
  const isOfMaterial = users
    .flatMap((user) => [user, ...graph.listParents(user)])
    .some(({ propertyType }) => propertyType === 'Material');
  return users.length > 0 && !isOfMaterial;
}
