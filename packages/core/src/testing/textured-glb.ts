import { Document, NodeIO } from '@gltf-transform/core';
import sharp from 'sharp';
import { addSphere } from './add-sphere.ts';

type Paint = (x: number, y: number) => readonly [number, number, number];

const wave = (value: number): number => 128 + 100 * Math.sin(value / 9);

const PAINTS: Readonly<Record<'smooth' | 'coloured' | 'bumps', Paint>> = {
  smooth: (x, y) => {
    const light = wave((x + y) / 4);
    return [light, light * 0.8, light * 0.6];
  },
  coloured: (x, y) => [wave(2 * x), wave(2 * y), wave(x + y)],
  bumps: (x, y) => [wave(x), wave(y), 230],
};

/**
 * A GLB of two spheres beside each other. The first has a texture of colours, `smooth`, and one of
 * normals, `bumps`; the second `coloured`, in which red, green and blue go ways of their own: ETC1S, whose
 * blocks have one hue, does not show it.
 * @param side of each texture. Unit: pixels
 */
export async function texturedGlb(side = 64): Promise<Uint8Array> {
  const document = new Document();
  document.createBuffer();
  const texture = async (name: keyof typeof PAINTS) => {
    const pixels = Buffer.from(
      Array.from({ length: side * side }, (_, at) =>
        PAINTS[name](at % side, Math.floor(at / side)),
      ).flat(),
    );
    const raw = { width: side, height: side, channels: 3 } as const;
    const png = await sharp(pixels, { raw }).png().toBuffer();
    return document.createTexture(name).setImage(new Uint8Array(png)).setMimeType('image/png');
  };
  const materials = [
    document
      .createMaterial('painted')
      .setBaseColorTexture(await texture('smooth'))
      .setNormalTexture(await texture('bumps')),
    document.createMaterial('noisy').setBaseColorTexture(await texture('coloured')),
  ];
  const scene = document.createScene();
  materials.forEach((material, index) => {
    const { node } = addSphere(document, material, 12);
    scene.addChild(node.setTranslation([index * 2.5, 0, 0]));
  });
  return new NodeIO().writeBinary(document);
}
