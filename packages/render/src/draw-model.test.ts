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

  it('draws an empty scene as the bare backdrop', async () => {
    const doc = new Document();
    doc.createScene();
    const [r, g, b] = await meanColor(await drawModel(await new WebIO().writeBinary(doc), 96));
    expect(Math.min(r!, g!, b!)).toBeGreaterThan(200);
  });
});
