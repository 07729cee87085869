import type { Texture } from '@gltf-transform/core';
import { setTexture } from '../set-texture.ts';

/**
 * Makes a texture for each use of these. What prune of glTF-Transform makes a factor of, it makes the factor of all
 * uses of a texture, one multiplied by the other, and in the colour space of one of them.
 */
export function splitUses(textures: readonly Texture[]): void {
  for (const texture of textures) {
    const uses = texture
      .getGraph()
      .listParentEdges(texture)
      .filter((edge) => edge.getParent().propertyType !== 'Root');
    for (const edge of uses.slice(1)) {
      setTexture(edge.getParent(), edge.getName(), texture.clone());
    }
  }
}
