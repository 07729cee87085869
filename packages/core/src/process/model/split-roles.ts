import type { Document, Graph, Property, Texture } from '@gltf-transform/core';
import { setTexture } from './set-texture.ts';

type Edge = ReturnType<Graph<Property>['listParentEdges']>[number];

/** Of glTF-Transform's `getTextureColorSpace`, for one use of a texture instead of all. */
const COLOR = /color|emissive|diffuse/i;

const isColor = (edge: Edge): boolean =>
  edge.getAttributes()['isColor'] === true || COLOR.test(edge.getName());

/** Uses of a texture as data, where others use it as a colour; else none. */
function dataUses(texture: Texture): readonly Edge[] {
  const uses = texture
    .getGraph()
    .listParentEdges(texture)
    .filter((edge) => edge.getParent().propertyType !== 'Root');
  const data = uses.filter((edge) => !isColor(edge));
  return data.length === uses.length ? [] : data;
}

/** Whether some material reads a texture as a colour, and some as data. */
export function hasTwoRoles(texture: Texture): boolean {
  return dataUses(texture).length > 0;
}

/**
 * Makes two of each texture that is a colour here and data there. A KTX 2.0 file says itself which of them it is
 * (KHR_texture_basisu, "sRGB"), which no other format does: the one for both would be wrong in one place.
 */
export function splitRoles(document: Document): void {
  for (const texture of document.getRoot().listTextures()) {
    const data = dataUses(texture);
    if (data.length === 0) continue;
    const copy = texture.clone();
    for (const edge of data) setTexture(edge.getParent(), edge.getName(), copy);
  }
}
