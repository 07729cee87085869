import type { Document, Material, Node } from '@gltf-transform/core';
import { sphere } from '../../../render/src/testing/sphere.ts';

/**
 * Adds a sphere of radius 1 to a document that has a buffer, as a mesh and a node of the material's name.
 * @param rings its triangles are about 4 × rings²
 */
export function addSphere(
  document: Document,
  material: Material,
  rings: number,
): { node: Node; triangles: number } {
  const [buffer = null] = document.getRoot().listBuffers();
  const { positions, uvs, indices } = sphere(rings);
  const accessor = () => document.createAccessor().setBuffer(buffer);
  const primitive = document
    .createPrimitive()
    .setAttribute('POSITION', accessor().setType('VEC3').setArray(positions))
    .setAttribute('NORMAL', accessor().setType('VEC3').setArray(positions.slice()))
    .setAttribute('TEXCOORD_0', accessor().setType('VEC2').setArray(uvs))
    .setIndices(accessor().setType('SCALAR').setArray(indices))
    .setMaterial(material);
  const mesh = document.createMesh(material.getName()).addPrimitive(primitive);
  const node = document.createNode(material.getName()).setMesh(mesh);
  return { node, triangles: indices.length / 3 };
}
