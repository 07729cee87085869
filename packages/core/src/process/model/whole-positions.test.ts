import { Logger } from '@gltf-transform/core';
import type { Document, Node } from '@gltf-transform/core';
import { getBounds, quantize } from '@gltf-transform/functions';
import { describe, expect, it } from 'vitest';
import { OddModel } from '../../testing/odd-models.ts';
import { wholePositions } from './whole-positions.ts';

/** Two squares, quantised. */
async function quantised(change: (document: Document, node: Node) => void = () => undefined) {
  const model = new OddModel();
  model.square(model.material([1, 0, 0, 1]));
  model.square(model.material([0, 1, 0, 1]), 3);
  const document = model.document.setLogger(new Logger(Logger.Verbosity.SILENT));
  change(document, document.getRoot().listNodes()[0]!);
  await document.transform(quantize());
  return document;
}

function positionsOf(document: Document) {
  const [mesh] = document.getRoot().listMeshes();
  return mesh!.listPrimitives()[0]!.getAttribute('POSITION')!;
}

describe('wholePositions', () => {
  it('leave every vertex where it was, in numbers of 14 bits', async () => {
    const document = await quantised();
    const [scene] = document.getRoot().listScenes();
    const before = getBounds(scene!);
    await document.transform(wholePositions);
    const after = getBounds(scene!);
    for (const axis of [0, 1, 2]) {
      expect(after.min[axis]).toBeCloseTo(before.min[axis]!, 3);
      expect(after.max[axis]).toBeCloseTo(before.max[axis]!, 3);
    }
    const positions = positionsOf(document);
    expect(positions.getNormalized()).toBe(false);
    expect(Math.max(...positions.getArray()!)).toBe(8191);
    expect(Math.min(...positions.getArray()!)).toBe(-8191);
  });

  it.each<[string, (document: Document, node: Node) => void]>([
    [
      'bones',
      (document, node) => {
        const matrices = document.createAccessor().setType('MAT4').setArray(new Float32Array(16));
        const joint = document.createNode();
        node.setSkin(document.createSkin().addJoint(joint).setInverseBindMatrices(matrices));
      },
    ],
    [
      'morph targets',
      (document, node) => {
        const moved = document.createAccessor().setType('VEC3').setArray(new Float32Array(12));
        const target = document.createPrimitiveTarget().setAttribute('POSITION', moved);
        node.getMesh()!.listPrimitives()[0]!.addTarget(target);
      },
    ],
    ['a camera', (document, node) => void node.setCamera(document.createCamera())],
  ])('are not for %s', async (_name, change) => {
    const document = await quantised(change);
    await document.transform(wholePositions);
    expect(positionsOf(document).getNormalized()).toBe(true);
  });

  it('move with an animation as before', async () => {
    const document = await quantised((made, node) => {
      const times = made
        .createAccessor()
        .setType('SCALAR')
        .setArray(new Float32Array([0, 1]));
      const places = made.createAccessor().setType('VEC3').setArray(new Float32Array(6).fill(2));
      const sampler = made.createAnimationSampler().setInput(times).setOutput(places);
      const channel = made.createAnimationChannel().setSampler(sampler).setTargetPath('scale');
      made.createAnimation().addSampler(sampler).addChannel(channel.setTargetNode(node));
    });
    await document.transform(wholePositions);
    expect(positionsOf(document).getNormalized()).toBe(false);
    const [animated] = document.getRoot().listAnimations()[0]!.listChannels();
    const node = animated!.getTargetNode()!;
    expect(node.getMesh()).toBeNull();
    expect(node.getScale()).toEqual([1, 1, 1]);
    expect(node.listChildren()[0]!.getScale()[0]).toBeCloseTo(1 / 8191, 8);
  });
});
