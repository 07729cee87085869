import { Document, NodeIO } from '@gltf-transform/core';
import sharp from 'sharp';
import { sphere } from '../../../render/src/testing/sphere.ts';

/** What a reader must find in a converted sample. */
export interface Sample {
  readonly glb: Uint8Array;
  readonly triangles: number;
  /** Extent of each axis in the GLB's own unit. */
  readonly extent: readonly [number, number, number];
}

/**
 * A GLB that a careless converter gets wrong: two parts of two materials, one under a turned and
 * moved parent, one mirrored; textures, normals and UVs; a part without an index.
 *
 * @param rings Of the sphere; 2 × rings² × 2 triangles.
 */
export async function trickyGlb(rings = 12): Promise<Sample> {
  const document = new Document();
  const buffer = document.createBuffer();
  const paint = async (r: number, g: number, b: number): Promise<Uint8Array> =>
    new Uint8Array(
      await sharp({ create: { width: 8, height: 8, channels: 3, background: { r, g, b } } })
        .png()
        .toBuffer(),
    );
  const texture = async (
    name: string,
    r: number,
    g: number,
    b: number,
  ): ReturnType<typeof create> => create(name, await paint(r, g, b));
  const create = async (name: string, image: Uint8Array) =>
    document.createTexture(name).setImage(image).setMimeType('image/png');
  const painted = document
    .createMaterial('painted')
    .setBaseColorTexture(await texture('colour', 200, 40, 30))
    .setNormalTexture(await texture('bumps', 128, 128, 255))
    .setMetallicRoughnessTexture(await texture('surface', 255, 180, 20));
  const plain = document
    .createMaterial('plain "quoted" ünïcode')
    .setBaseColorFactor([0.1, 0.5, 0.9, 1])
    .setRoughnessFactor(0.4);

  const { positions, uvs, indices } = sphere(rings);
  const attribute = (type: 'VEC2' | 'VEC3', array: Float32Array<ArrayBuffer>) =>
    document.createAccessor().setType(type).setArray(array).setBuffer(buffer);
  const ball = document
    .createMesh('ball')
    .addPrimitive(
      document
        .createPrimitive()
        .setAttribute('POSITION', attribute('VEC3', positions))
        .setAttribute('NORMAL', attribute('VEC3', positions.slice()))
        .setAttribute('TEXCOORD_0', attribute('VEC2', uvs))
        .setIndices(document.createAccessor().setType('SCALAR').setArray(indices).setBuffer(buffer))
        .setMaterial(painted),
    );
  const spike = document.createMesh('spike').addPrimitive(
    document
      .createPrimitive()
      .setAttribute(
        'POSITION',
        attribute('VEC3', Float32Array.of(0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0, 0, 0, 2, 0, 0, 0, 1)),
      )
      .setMaterial(plain),
  );
  // A quarter turn about Z: what was along X is along Y.
  const turned = document
    .createNode('turned')
    .setRotation([0, 0, Math.SQRT1_2, Math.SQRT1_2])
    .setTranslation([0, 0, 1]);
  turned.addChild(document.createNode('ball').setMesh(ball).setScale([2, 1, 1]));
  const mirrored = document
    .createNode('mirrored')
    .setMesh(spike)
    .setScale([-1, 1, 1])
    .setTranslation([-1, 0, 0]);
  document.createScene().addChild(turned).addChild(mirrored);
  const glb = await new NodeIO().writeBinary(document);
  // Ball: y −2 to 2, x −1 to 1, z 0 to 2. Spike: x −2 to −1, y 0 to 2, z 0 to 1.
  return { glb, triangles: indices.length / 3 + 2, extent: [3, 4, 2] };
}
