import { Logger, NodeIO } from '@gltf-transform/core';
import {
  ALL_EXTENSIONS,
  KHRMaterialsAnisotropy,
  KHRMeshQuantization,
} from '@gltf-transform/extensions';
import draco3d from 'draco3dgltf';
import { validateBytes } from 'gltf-validator';
import { MeshoptDecoder } from 'meshoptimizer';
import { beforeAll, describe, expect, it } from 'vitest';
import type { ModelStepOptions } from '../../manifest/manifest.ts';
import { figureGlb } from '../../testing/figure.ts';
import { modelStep } from '../../testing/model-step.ts';
import { OddModel } from '../../testing/odd-models.ts';

const QUIET = new Logger(Logger.Verbosity.SILENT);
let io: NodeIO;
beforeAll(async () => {
  await MeshoptDecoder.ready;
  io = new NodeIO()
    .setLogger(QUIET)
    .registerExtensions(ALL_EXTENSIONS)
    .registerDependencies({
      'draco3d.decoder': await draco3d.createDecoderModule(),
      'meshopt.decoder': MeshoptDecoder,
    });
});

/** What an independent reader and the validator, which reads no compressed geometry, find in a GLB. */
async function read(glb: Uint8Array) {
  const document = await io.readBinary(glb);
  const root = document.getRoot();
  for (const extension of root.listExtensionsUsed()) {
    if (/draco|meshopt/.test(extension.extensionName)) extension.dispose();
  }
  for (const bytes of [glb, await io.writeBinary(document)]) {
    const { issues } = await validateBytes(bytes);
    const errors = issues.messages
      .filter(({ severity }) => severity === 0)
      .map(({ code, pointer }) => `${code} ${pointer}`)
      // What glTF-Transform writes for a scene that was empty before.
      .filter((each) => !/^EMPTY_ENTITY .scenes.\d.nodes$/.test(each));
    expect(errors).toEqual([]);
  }
  const primitives = root.listMeshes().flatMap((mesh) => mesh.listPrimitives());
  return {
    scenes: root.listScenes().length,
    skins: root.listSkins().map((skin) => skin.listJoints().map((joint) => joint.getName())),
    animations: root
      .listAnimations()
      .map((each) => each.listChannels().map((channel) => channel.getTargetPath())),
    targets: primitives.map((each) => each.listTargets().length),
    nodes: root.listNodes().map((node) => node.getName()),
    keyframes: root
      .listAnimations()
      .flatMap((each) => each.listSamplers().map((sampler) => sampler.getInput()?.getCount())),
    modes: primitives.map((each) => each.getMode()),
    vertices: primitives.map((each) => each.getAttribute('POSITION')?.getCount()),
    unlit: root.listMaterials().some((each) => each.getExtension('KHR_materials_unlit') !== null),
  };
}

const STEPS: readonly ModelStepOptions[] = [
  { compress: 'quantize' },
  { compress: 'meshopt' },
  { compress: 'draco' },
  { simplify: 0.5 },
  { maxTriangles: 100, maxError: 0.2 },
  { lod: 0.2, maxError: 0.2 },
  { textures: { format: 'webp', maxSize: 16, maxCount: 1 } },
  { center: true, ground: true, scale: { height: 1.8 } },
  {
    maxTriangles: 300,
    textures: { format: 'webp' },
    compress: 'meshopt',
    ground: true,
    scale: 0.01,
  },
];

describe('a figure with bones, a morph target and an animation', () => {
  let figure: Uint8Array;
  beforeAll(async () => {
    figure = await figureGlb();
  });

  it.each(STEPS)('survives %j', async (options) => {
    const { bytes, meta } = await modelStep(figure, options);
    const found = await read(bytes ?? figure);
    expect(found).toMatchObject({
      skins: [['hips', 'chest']],
      animations: [['rotation', 'weights']],
      targets: [1],
    });
    // A place to hang a sword from stays, though nothing hangs there.
    expect(found.nodes).toContain('hand');
    // The keyframes of the still second are gone.
    for (const count of found.keyframes) expect(count).toBeLessThan(30);
    expect(meta.animations).toEqual(['wave']);
    expect(meta.triangles).toBeGreaterThan(20);
  });

  it('has the bounds of its pose, and stands where it is asked to by them', async () => {
    const { meta } = await modelStep(figure, {});
    expect(meta.bounds?.min[1]).toBeCloseTo(3, 2);
    expect(meta.bounds?.max[1]).toBeCloseTo(5, 2);
    expect(meta.bounds?.min[0]).toBeCloseTo(9.7, 2);
    const placed = { center: true, ground: true, scale: { height: 1.8 } } as const;
    for (const compress of ['meshopt', 'draco', 'quantize'] as const) {
      const { bytes, meta: told } = await modelStep(figure, { ...placed, compress });
      const { meta: found } = await modelStep(bytes ?? figure, {});
      for (const { bounds } of [told, found]) {
        expect(bounds?.min[1]).toBeCloseTo(0, 2);
        expect(bounds?.max[1]).toBeCloseTo(1.8, 2);
        expect((bounds?.min[0] ?? 0) + (bounds?.max[0] ?? 0)).toBeCloseTo(0, 2);
      }
    }
  });
});

describe('center, ground and scale', () => {
  /** A square of size 2 about (5, 5, 5). */
  async function square(): Promise<Uint8Array> {
    const model = new OddModel();
    model.square(model.material([1, 1, 1, 1]));
    model.document.getRoot().listNodes()[0]?.setTranslation([5, 5, 5]);
    return model.glb();
  }

  it.each<[ModelStepOptions, number[], number[]]>([
    [{ center: true }, [-1, -1, 0], [1, 1, 0]],
    [{ ground: true }, [4, 0, 5], [6, 2, 5]],
    [{ center: true, ground: true }, [-1, 0, 0], [1, 2, 0]],
    [{ scale: 0.5 }, [2, 2, 2.5], [3, 3, 2.5]],
    [{ scale: { height: 4 } }, [8, 8, 10], [12, 12, 10]],
    [{ scale: { longest: 1 }, center: true, ground: true }, [-0.5, 0, 0], [0.5, 1, 0]],
    [{ pivot: 'bottom' }, [-1, 0, 0], [1, 2, 0]],
    [{ pivot: 'top', scale: 0.5 }, [-0.5, -1, 0], [0.5, 0, 0]],
    [{ pivot: [0, 1, 0.5] }, [0, -2, 0], [2, 0, 0]],
    // Its left becomes its front: what was x is z, and turned about.
    [{ front: '+x' }, [-5, 4, 4], [-5, 6, 6]],
    [{ front: '-z' }, [-6, 4, -5], [-4, 6, -5]],
    // It lay on its back.
    [{ up: '+z', front: '-y' }, [4, 5, -6], [6, 5, -4]],
    [{ up: '-y' }, [-6, -6, 5], [-4, -4, 5]],
    [{ up: '+z', front: '-y', scale: { depth: 4 }, pivot: 'center' }, [-2, 0, -2], [2, 0, 2]],
    // It has no depth that could be 3 metres.
    [{ scale: { depth: 3 } }, [4, 4, 5], [6, 6, 5]],
  ])('%j', async (options, min, max) => {
    const { bytes, meta } = await modelStep(await square(), options);
    expect(meta.bounds).toEqual({ min, max });
    expect((await modelStep(bytes ?? Buffer.of(), {})).meta.bounds).toEqual({ min, max });
  });

  it('leave another scene that shows the same nodes what it showed', async () => {
    const model = new OddModel();
    model.square(model.material([1, 1, 1, 1]), 3);
    const [node] = model.document.getRoot().listNodes();
    if (node === undefined) throw new Error('no node');
    model.document.createScene('other').addChild(node);
    const { bytes } = await modelStep(await model.glb(), { center: true });
    const root = (await io.readBinary(bytes ?? Buffer.of())).getRoot();
    const meshes = root.listScenes().map((scene) => {
      let count = 0;
      scene.traverse((each) => (count += each.getMesh() === null ? 0 : 1));
      return count;
    });
    expect(meshes).toEqual([1, 1]);
  });
});

describe('models beside the usual', () => {
  const lone = async (change: (model: OddModel) => void): Promise<Uint8Array> => {
    const model = new OddModel();
    change(model);
    return model.glb();
  };
  const inMode = (mode: 0 | 1 | 3 | 5 | 6) => () =>
    lone((model) => model.square(model.material([1, 0, 0, 1])).setMode(mode));
  const MODELS: Readonly<Record<string, () => Promise<Uint8Array>>> = {
    'no texture coordinates, no normals': () => lone((model) => model.square(null)),
    points: inMode(0),
    lines: inMode(1),
    'a row of lines': inMode(3),
    'a strip': inMode(5),
    'a fan': inMode(6),
    'no indices': () =>
      lone((model) => {
        const corners = [-1, -1, 0, 1, -1, 0, 1, 1, 0, -1, -1, 0, 1, 1, 0, -1, 1, 0];
        model
          .square(null)
          .setIndices(null)
          .setAttribute('POSITION', model.accessor('VEC3', new Float32Array(corners)));
      }),
    'a corner too many': () => lone((model) => model.square(null).setIndices(null)),
    'a number of points that is no multiple of three': () =>
      lone((model) => {
        const corners = model.accessor('VEC3', new Float32Array([0, 0, 0, 1, 1, 1]));
        model.square(null).setMode(0).setIndices(null).setAttribute('POSITION', corners);
        model.square(null);
      }),
    'an unlit material': () => lone((model) => model.square(model.unlit([0, 1, 0, 1]))),
    'two scenes': () =>
      lone((model) => {
        model.square(null);
        model.document.createScene('empty');
      }),
    'no scene': () =>
      lone((model) => {
        model.square(null);
        model.scene.dispose();
      }),
    nothing: () => lone(() => undefined),
    'a sparse accessor': () =>
      lone((model) => {
        model.square(null).getAttribute('POSITION')?.setSparse(true);
      }),
    'bones without inverse bind matrices': () =>
      lone((model) => {
        const weights = new Float32Array(16).map((_, at) => (at % 4 === 0 ? 1 : 0));
        model
          .square(null)
          .setAttribute('JOINTS_0', model.accessor('VEC4', new Uint16Array(16)))
          .setAttribute('WEIGHTS_0', model.accessor('VEC4', weights));
        const joint = model.document.createNode('joint');
        model.scene.addChild(joint);
        model.document
          .getRoot()
          .listNodes()[0]
          ?.setSkin(model.document.createSkin().addJoint(joint));
      }),
    'an empty mesh': () =>
      lone((model) => {
        const mesh = model.document.createMesh('empty');
        model.scene.addChild(model.document.createNode().setMesh(mesh));
        model.square(null);
      }),
  };

  it.each(Object.entries(MODELS))('%s', async (_name, make) => {
    const glb = await make();
    const before = await io.readBinary(glb).then((document) => document.getRoot());
    for (const options of STEPS) {
      const { bytes, meta } = await modelStep(glb, options);
      const found = await read(bytes ?? glb);
      expect({ options, scenes: found.scenes }).toEqual({
        options,
        scenes: before.listScenes().length,
      });
      expect(JSON.stringify(meta)).not.toContain('null');
    }
  });

  it.each([Uint16Array, Uint8Array])('keep positions that are whole numbers: %o', async (Whole) => {
    const glb = await lone((model) => {
      const { document } = model;
      document.createExtension(KHRMeshQuantization).setRequired(true);
      const corners = new Whole([0, 0, 0, 200, 0, 0, 200, 100, 0, 0, 100, 0]);
      const position = model.accessor('VEC3', new Float32Array()).setArray(corners);
      model.square(null).setAttribute('POSITION', position);
      document.getRoot().listNodes()[0]?.setScale([0.01, 0.01, 0.01]);
    });
    for (const options of STEPS.filter((each) => each.center === undefined && !each.ground)) {
      const { bytes, meta } = await modelStep(glb, options);
      const { meta: found } = await modelStep(bytes ?? glb, {});
      for (const { bounds } of [meta, found]) {
        expect(bounds?.max[0]).toBeCloseTo(2, 2);
        expect(bounds?.max[1]).toBeCloseTo(1, 2);
        expect(bounds?.min).toEqual([expect.closeTo(0, 2), expect.closeTo(0, 2), 0]);
      }
    }
  });

  it('keep the direction of a grain, though no texture is there', async () => {
    const glb = await lone((model) => {
      const { document } = model;
      const grain = document.createExtension(KHRMaterialsAnisotropy).createAnisotropy();
      const material = model.material([1, 1, 1, 1]);
      material.setExtension('KHR_materials_anisotropy', grain.setAnisotropyStrength(1));
      const right = model.accessor(
        'VEC4',
        new Float32Array([1, 0, 0, 1, 1, 0, 0, 1, 1, 0, 0, 1, 1, 0, 0, 1]),
      );
      const up = model.accessor('VEC3', new Float32Array([0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1]));
      model.square(material).setAttribute('TANGENT', right).setAttribute('NORMAL', up);
    });
    for (const options of STEPS) {
      const { bytes } = await modelStep(glb, options);
      const [mesh] = (await io.readBinary(bytes ?? glb)).getRoot().listMeshes();
      expect(mesh?.listPrimitives()[0]?.getAttribute('TANGENT')).not.toBeNull();
    }
  });

  it('keep what no lamp lights', async () => {
    const glb = await lone((model) => model.square(model.unlit([0, 1, 0, 1])));
    for (const options of STEPS) {
      const { bytes, meta } = await modelStep(glb, options);
      expect((await read(bytes ?? glb)).unlit).toBe(true);
      expect(meta.extensions).not.toContain('KHR_materials_unlit');
    }
  });

  it('count as triangles only what is one', async () => {
    const count = async (mode: 0 | 1 | 3 | 5 | 6) =>
      (await modelStep(await inMode(mode)(), {})).meta.triangles;
    expect(await Promise.all(([0, 1, 3, 5, 6] as const).map(count))).toEqual([0, 0, 0, 4, 4]);
  });
});
