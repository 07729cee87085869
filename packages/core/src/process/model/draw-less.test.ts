import { Document, NodeIO } from '@gltf-transform/core';
import { ALL_EXTENSIONS } from '@gltf-transform/extensions';
import { validateBytes } from 'gltf-validator';
import { describe, expect, it } from 'vitest';
import type { ModelStepOptions } from '../../manifest/manifest.ts';
import type { OutputMeta } from '../../lock/lock.ts';
import { modelStep } from '../../testing/model-step.ts';
import { openModel } from './open-model.ts';
import { boxHull } from './collider/convex-hull.ts';

const COLOURS = [
  [1, 0, 0, 1],
  [0, 1, 0, 1],
  [0, 0, 1, 1],
] as const;

/**
 * A cart of boxes: a body, a hood and a lamp of a colour each, and a wheel that is there four times. The first
 * wheel is animated where that is asked for.
 */
async function cart({ spins = false } = {}): Promise<Uint8Array> {
  const document = new Document();
  const buffer = document.createBuffer();
  const accessor = () => document.createAccessor().setBuffer(buffer);
  const box = (size: number, colour: number) => {
    const { vertices, indices } = boxHull([0, 0, 0], [size, size, size], 0);
    const material = document.createMaterial(`colour ${colour}`);
    const primitive = document
      .createPrimitive()
      .setAttribute('POSITION', accessor().setType('VEC3').setArray(Float32Array.from(vertices)))
      .setIndices(accessor().setType('SCALAR').setArray(Uint16Array.from(indices)))
      .setMaterial(material.setBaseColorFactor([...(COLOURS[colour] ?? COLOURS[0])]));
    return document.createMesh().addPrimitive(primitive);
  };
  const scene = document.createScene();
  ['body', 'hood', 'lamp'].forEach((name, at) => {
    const node = document.createNode(name).setMesh(box(3 - at, at));
    scene.addChild(node.setTranslation([0, at * 3, 0]));
  });
  const wheel = box(0.5, 0);
  for (let at = 0; at < 4; at++) {
    const node = document.createNode(`wheel ${at}`).setMesh(wheel);
    scene.addChild(node.setTranslation([at * 2, -1, 4]));
    if (!spins || at > 0) continue;
    const sampler = document
      .createAnimationSampler()
      .setInput(
        accessor()
          .setType('SCALAR')
          .setArray(new Float32Array([0, 1])),
      )
      .setOutput(
        accessor()
          .setType('VEC4')
          .setArray(new Float32Array([0, 0, 0, 1, 0, 1, 0, 0])),
      );
    const channel = document
      .createAnimationChannel()
      .setTargetNode(node)
      .setTargetPath('rotation')
      .setSampler(sampler);
    document.createAnimation('spin').addSampler(sampler).addChannel(channel);
  }
  return new NodeIO().writeBinary(document);
}

async function made(options: ModelStepOptions, source?: Uint8Array) {
  const { bytes, meta } = await modelStep(source ?? (await cart()), options);
  const glb = bytes ?? new Uint8Array();
  const { issues } = await validateBytes(glb);
  expect(issues.numErrors).toBe(0);
  const root = (await new NodeIO().registerExtensions(ALL_EXTENSIONS).readBinary(glb)).getRoot();
  const shown = root.listNodes().filter((node) => node.getMesh() !== null);
  return { meta, shown: shown.map((node) => node.getName()).sort(), root };
}

describe('fewer draw calls', () => {
  it('by joining meshes of a material: what is drawn, and where, stays', async () => {
    const before = await made({ center: true });
    const { meta } = await made({ center: true, join: true });
    expect([before.meta.drawCalls, meta.drawCalls]).toEqual([7, 3]);
    expect(meta.triangles).toBe(before.meta.triangles);
    expect(meta.bounds).toEqual(before.meta.bounds);
    // Code that looks for a part by its name finds a place.
    expect(meta.names?.nodes).toEqual(before.meta.names?.nodes);
  });

  it('by a palette: one material for flat colours, and so one mesh', async () => {
    const { meta, root } = await made({ palette: true, join: true });
    expect(meta).toMatchObject({ drawCalls: 1, materials: 1, textures: 1 });
    expect(meta.maps).toMatchObject([{ roles: ['baseColor'], format: 'png' }]);
    expect(root.listMaterials()[0]?.getBaseColorTexture()).not.toBeNull();
  });

  it('but for nodes that are kept, and for what moves', async () => {
    const kept = await made({ palette: true, join: { keep: ['wheel 2', 'hood'] } });
    expect(kept.meta.drawCalls).toBe(3);
    expect(kept.shown).toEqual(expect.arrayContaining(['hood', 'wheel 2']));
    const spinning = await made({ palette: true, join: true }, await cart({ spins: true }));
    expect(spinning.meta).toMatchObject({ drawCalls: 2, animations: ['spin'] });
    expect(spinning.shown).toContain('wheel 0');
  });

  it('by instances: facts are of all of them', async () => {
    const before = await made({ center: true });
    const { meta } = await made({ center: true, instance: true });
    expect(meta.drawCalls).toBe(4);
    expect(meta.extensions).toContain('EXT_mesh_gpu_instancing');
    expect(meta.triangles).toBe(before.meta.triangles);
    expect(meta.bounds).toEqual(before.meta.bounds);
    expect(meta.names?.nodes).not.toContain('wheel 3');
  });

  it('of a source that has instances, facts, places and colliders are of all of them', async () => {
    const { bytes } = await modelStep(await cart(), { instance: true });
    const source = bytes ?? new Uint8Array();
    const before = await made({ center: true });
    const { meta } = await made({ center: true, compress: 'quantize' }, source);
    expect(meta.triangles).toBe(before.meta.triangles);
    const rounded = (bounds: OutputMeta['bounds']) =>
      [...(bounds?.min ?? []), ...(bounds?.max ?? [])].map((value) => Number(value.toFixed(2)));
    expect(rounded(meta.bounds)).toEqual(rounded(before.meta.bounds));
    const step = { type: 'collider', format: 'json', shape: 'box', options: {} } as const;
    const boxOf = async (glb: Uint8Array): Promise<unknown> => {
      const made = await (await openModel(glb, [step])).make(step);
      return JSON.parse(Buffer.from(made.bytes ?? []).toString());
    };
    expect(await boxOf(source)).toEqual(await boxOf(await cart()));
  });
});
