import { Document, NodeIO } from '@gltf-transform/core';
import sharp from 'sharp';
import { addSphere } from './add-sphere.ts';

/**
 * A GLB of two meshes and two materials, one textured with 64 × 64 pixels: a sphere of radius 1 at
 * the origin, and one of half the size at (3.5, 0, 0).
 * @param rings of a sphere; its triangles are about 4 × rings²
 */
export async function sampleGlb(rings = 24): Promise<{ glb: Uint8Array; triangles: number }> {
  const document = new Document();
  document.createBuffer();
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
  const scene = document.createScene();
  let triangles = 0;
  materials.forEach((material, index) => {
    const added = addSphere(document, material, rings);
    if (index === 1) added.node.setTranslation([3.5, 0, 0]).setScale([0.5, 0.5, 0.5]);
    scene.addChild(added.node);
    triangles += added.triangles;
  });
  const glb = await new NodeIO().writeBinary(document);
  return { glb, triangles };
}
