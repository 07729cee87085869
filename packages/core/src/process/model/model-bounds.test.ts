import { Document } from '@gltf-transform/core';
import { getBounds, quantize } from '@gltf-transform/functions';
import { describe, expect, it } from 'vitest';
import { sampleGlb } from '../../testing/sample-glb.ts';
import { mainScene, modelBounds } from './model-bounds.ts';
import { openModelIO, readModel } from './open-model-io.ts';

describe('modelBounds', () => {
  async function turnedSample(): Promise<Document> {
    const document = await readModel(await openModelIO(), (await sampleGlb(20)).glb);
    for (const node of document.getRoot().listNodes()) {
      node.setRotation([0.1, 0.7, 0.1, 0.7]).setScale([2, 3, -0.5]).setTranslation([1, -2, 3]);
    }
    return document;
  }

  it('are those that glTF-Transform finds, also of turned, uneven and quantised meshes', async () => {
    const document = await turnedSample();
    const scene = mainScene(document);
    if (scene === null) throw new Error('no scene');
    expect(await modelBounds(document)).toEqual(getBounds(scene));
    await document.transform(quantize());
    expect(await modelBounds(document)).toEqual(getBounds(scene));
  });

  it('leave corners out that no triangle has, and are none of an empty scene', async () => {
    const document = new Document();
    const buffer = document.createBuffer();
    const array = new Float32Array([0, 0, 0, 1, 0, 0, 0, 2, 0, 9, 9, 9]);
    const position = document.createAccessor().setType('VEC3').setArray(array).setBuffer(buffer);
    const indices = document
      .createAccessor()
      .setArray(new Uint16Array([0, 1, 2]))
      .setBuffer(buffer);
    const primitive = document.createPrimitive().setAttribute('POSITION', position);
    const mesh = document.createMesh().addPrimitive(primitive.setIndices(indices));
    const scene = document.createScene();
    expect(await modelBounds(document)).toBeNull();
    scene.addChild(document.createNode().setMesh(mesh));
    expect(await modelBounds(document)).toEqual({ min: [0, 0, 0], max: [1, 2, 0] });
  });
});
