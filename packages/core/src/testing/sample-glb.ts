import { Document, NodeIO } from '@gltf-transform/core';
import sharp from 'sharp';
import { sphere } from '../../../render/src/testing/sphere.ts';

/**
 * A GLB of two meshes and two materials, one textured with 64 × 64 pixels: a sphere of radius 1 at
 * the origin, and one of half the size at (3.5, 0, 0).
 * @param rings of a sphere; its triangles are about 4 × rings²
 */
export async function sampleGlb(rings = 24): Promise<{ glb: Uint8Array; triangles: number }> {
  const document = new Document();
  const buffer = document.createBuffer();
  // Of one colour alone it would be pruned: a factor says the same.
  const pixels = Buffer.from(Array.from({ length: 64 * 64 * 3 }, (_, at) => (at * at) % 251));
  const paint = sharp(pixels, { raw: { width: 64, height: 64, channels: 3 } });
  const texture = document
    .createTexture('colour')
    .setImage(new Uint8Array(await paint.png().toBuffer()))
    .setMimeType('image/png');
  const materials = [
    document.createMaterial('painted').setBaseColorTexture(texture),
    document.createMaterial('plain').setBaseColorFactor([0.1, 0.5, 0.9, 1]),
  ];
  const { positions, uvs, indices } = sphere(rings);
  const scene = document.createScene();
  materials.forEach((material, index) => {
    const accessor = () => document.createAccessor().setBuffer(buffer);
    const primitive = document
      .createPrimitive()
      .setAttribute('POSITION', accessor().setType('VEC3').setArray(positions.slice()))
      .setAttribute('NORMAL', accessor().setType('VEC3').setArray(positions.slice()))
      .setAttribute('TEXCOORD_0', accessor().setType('VEC2').setArray(uvs.slice()))
      .setIndices(accessor().setType('SCALAR').setArray(indices.slice()))
      .setMaterial(material);
    const mesh = document.createMesh(material.getName()).addPrimitive(primitive);
    const node = document.createNode(material.getName()).setMesh(mesh);
    if (index === 1) node.setTranslation([3.5, 0, 0]).setScale([0.5, 0.5, 0.5]);
    scene.addChild(node);
  });
  const glb = await new NodeIO().writeBinary(document);
  return { glb, triangles: (indices.length / 3) * materials.length };
}
