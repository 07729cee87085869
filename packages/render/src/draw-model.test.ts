import { Document, WebIO } from '@gltf-transform/core';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { drawModel } from './draw-model.ts';

async function meanColor(png: Uint8Array): Promise<number[]> {
  const { channels } = await sharp(png)
    .extract({ left: 36, top: 36, width: 24, height: 24 })
    .stats();
  return channels.map((channel) => channel.mean);
}

describe('drawModel', () => {
  it('draws plain foreign meshes: no normals, no index, a moved node', async () => {
    const doc = new Document();
    const buffer = doc.createBuffer();
    const position = doc.createAccessor().setType('VEC3').setBuffer(buffer);
    position.setArray(new Float32Array([0, 0, 0, 2, 0, 0, 0, 2, 0]));
    const material = doc.createMaterial().setBaseColorFactor([0, 0.6, 0, 1]);
    const primitive = doc
      .createPrimitive()
      .setAttribute('POSITION', position)
      .setMaterial(material);
    const node = doc.createNode().setMesh(doc.createMesh().addPrimitive(primitive));
    doc.createScene().addChild(node.setTranslation([100, 5, 0]).setScale([9, 9, 9]));
    const [r, g] = await meanColor(await drawModel(await new WebIO().writeBinary(doc), 96));
    expect(g).toBeGreaterThan(r! + 20);
  });

  it('draws faces without normals flat, whether they share corners or not', async () => {
    // An octahedron: a corner that is shared belongs to four faces.
    const places = [
      [1, 0, 0],
      [-1, 0, 0],
      [0, 1, 0],
      [0, -1, 0],
      [0, 0, 1],
      [0, 0, -1],
    ];
    const faces = [0, 1].flatMap((x) =>
      [2, 3].flatMap((y) => [4, 5].map((z) => ((x + y + z) % 2 === 0 ? [x, y, z] : [y, x, z]))),
    );
    const draw = async (shares: boolean): Promise<Buffer> => {
      const doc = new Document();
      const buffer = doc.createBuffer();
      const accessor = (type: 'SCALAR' | 'VEC2' | 'VEC3', array: Float32Array | Uint16Array) =>
        doc.createAccessor().setType(type).setArray(array).setBuffer(buffer);
      const corners = faces.flat();
      const used = shares ? [0, 1, 2, 3, 4, 5] : corners;
      const image = sharp({ create: { width: 2, height: 2, channels: 3, background: 'teal' } });
      const texture = doc.createTexture().setMimeType('image/png');
      texture.setImage(new Uint8Array(await image.png().toBuffer()));
      const primitive = doc
        .createPrimitive()
        .setMaterial(doc.createMaterial().setBaseColorTexture(texture))
        .setAttribute(
          'POSITION',
          accessor('VEC3', new Float32Array(used.flatMap((at) => places[at]!))),
        )
        .setAttribute('TEXCOORD_0', accessor('VEC2', new Float32Array(used.length * 2)));
      if (shares) primitive.setIndices(accessor('SCALAR', new Uint16Array(corners)));
      doc
        .createScene()
        .addChild(doc.createNode().setMesh(doc.createMesh().addPrimitive(primitive)));
      return sharp(await drawModel(await new WebIO().writeBinary(doc), 96))
        .raw()
        .toBuffer();
    };
    const [one, two] = [await draw(true), await draw(false)];
    expect(one.equals(two)).toBe(true);
  });

  it('draws an empty scene as the bare backdrop', async () => {
    const doc = new Document();
    doc.createScene();
    const [r, g, b] = await meanColor(await drawModel(await new WebIO().writeBinary(doc), 96));
    expect(Math.min(r!, g!, b!)).toBeGreaterThan(200);
  });
});
