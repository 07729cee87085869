import { createHash } from 'node:crypto';
import { chmod, mkdtemp, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Texture } from '@gltf-transform/core';
import { NodeIO } from '@gltf-transform/core';
import { ALL_EXTENSIONS } from '@gltf-transform/extensions';
import { validateBytes } from 'gltf-validator';
import { MeshoptDecoder } from 'meshoptimizer';
import sharp from 'sharp';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { basisu, basisuFolder } from '../../testing/basisu.ts';
import { modelStep } from '../../testing/model-step.ts';
import { sampleGlb } from '../../testing/sample-glb.ts';
import { texturedGlb } from '../../testing/textured-glb.ts';
import type { ModelStep } from './open-model.ts';
import { openModel } from './open-model.ts';

let source: Uint8Array;
let triangles: number;
beforeAll(async () => {
  ({ glb: source, triangles } = await sampleGlb(60));
});

const digest = (bytes: Uint8Array | null): string =>
  createHash('sha256')
    .update(bytes ?? '')
    .digest('hex');
const texturesOf = async (glb: Uint8Array | null) => {
  await MeshoptDecoder.ready;
  const io = new NodeIO()
    .registerExtensions(ALL_EXTENSIONS)
    .registerDependencies({ 'meshopt.decoder': MeshoptDecoder });
  return (await io.readBinary(glb ?? new Uint8Array())).getRoot().listTextures();
};

describe('outputs of one source', () => {
  const model = (options: object): ModelStep => ({ type: 'model', options });
  const STEPS: readonly ModelStep[] = [
    model({ lod: 0.25, textures: { format: 'webp', maxSize: 64 } }),
    { type: 'thumbnail', format: 'webp', options: { width: 48 } },
    model({ lod: 0.5 }),
    model({ lod: 0.1 }),
    model({ simplify: 0.6 }),
    model({ simplify: 0.6, lod: 0.25 }),
    model({}),
    model({ compress: 'meshopt', center: true, ground: true, scale: { longest: 3 } }),
    model({ textures: { maxCount: 0 } }),
  ];

  it('are what each is by itself, in whatever order', async () => {
    const alone = await Promise.all(
      STEPS.map(async (step) => (await openModel(source, [step])).make(step)),
    );
    for (const order of [STEPS, [...STEPS].reverse()]) {
      const opened = await openModel(source, order);
      for (const step of order) {
        const { bytes, meta } = await opened.make(step);
        const expected = alone[STEPS.indexOf(step)];
        expect({ step, digest: digest(bytes), meta }).toEqual({
          step,
          digest: digest(expected?.bytes ?? null),
          meta: expected?.meta,
        });
      }
    }
  });

  it('come of one reading', async () => {
    const once = source.slice();
    const opened = await openModel(once, STEPS);
    // Whoever read it again would find no GLB.
    once.fill(0, 0, 20);
    for (const step of STEPS) {
      const { bytes } = await opened.make(step);
      expect(bytes === null || bytes.length > 100).toBe(true);
    }
  });

  it('can be pictures', async () => {
    const step = { type: 'thumbnail', format: 'jpeg', options: { width: 40, height: 20 } } as const;
    const { bytes, meta } = await (await openModel(source, [step])).make(step);
    expect(meta).toEqual({ width: 40, height: 20 });
    expect(await sharp(bytes ?? Buffer.of()).metadata()).toMatchObject({
      format: 'jpeg',
      width: 40,
      height: 20,
    });
  });
});

describe('budgets', () => {
  it.each([
    [{ maxTriangles: 1000, maxError: 0.2 }, 1000],
    [{ simplify: 0.5, maxTriangles: 1000, lod: 0.5, maxError: 0.2 }, 500],
    [{ lod: 0.1, maxError: 0.2 }, 2832],
  ])('%j gives at most %d triangles, and not far less', async (options, most) => {
    const { meta } = await modelStep(source, options);
    expect(meta.triangles).toBeLessThanOrEqual(most);
    expect(meta.triangles).toBeGreaterThan(most * 0.85);
  });

  it('stop where the surface would move too far', async () => {
    const { meta } = await modelStep(source, { maxTriangles: 10, maxError: 0.0005 });
    expect(meta.triangles).toBeGreaterThan(300);
    expect(meta.triangles).toBeLessThan(triangles);
  });

  it('leave a model that is small enough', async () => {
    const { meta } = await modelStep(source, { maxTriangles: 1_000_000 });
    expect(meta.triangles).toBe(triangles);
  });

  it('take textures away, and keep their mean', async () => {
    const { bytes, meta } = await modelStep(source, { textures: { maxCount: 0 } });
    expect(meta.textures).toBe(0);
    expect(await texturesOf(bytes)).toHaveLength(0);
    const { bytes: kept } = await modelStep(source, { textures: { maxCount: 1 } });
    expect(await texturesOf(kept)).toHaveLength(1);
  });

  it('give a LOD textures of a power of two that is no larger than it needs', async () => {
    const widths = await Promise.all(
      [1, 0.3, 0.1, 0.01].map(async (lod) => {
        const { bytes } = await modelStep(source, { textures: { maxSize: 60 }, lod });
        const [texture] = await texturesOf(bytes);
        return texture?.getSize()?.[0];
      }),
    );
    expect(widths).toEqual([60, 60, 32, 8]);
  });
});

const KTX2 = { textures: { format: 'ktx2' }, compress: 'meshopt' } as const;
const NATIVE = { textures: { format: 'ktx2', encoder: 'native' }, compress: 'meshopt' } as const;

/** Of the header and the data format descriptor (KTX 2.0, sections 3 and 5). */
function ktxFacts(texture: Texture | undefined) {
  const { buffer, byteOffset } = texture?.getImage() ?? new Uint8Array();
  const ktx = new DataView(buffer, byteOffset);
  const description = ktx.getUint32(48, true);
  return {
    levels: ktx.getUint32(40, true),
    basisLz: ktx.getUint32(44, true) === 1,
    etc1s: ktx.getUint8(description + 12) === 163,
    srgb: ktx.getUint8(description + 14) === 2,
  };
}

describe.runIf(process.platform !== 'win32')('KTX2 textures by an encoder of the machine', () => {
  const before = process.env['PATH'];
  afterEach(() => {
    process.env['PATH'] = before;
  });
  async function onlyEncoder(name: string, script: string): Promise<void> {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'bin-'));
    await writeFile(path.join(folder, name), `#!/bin/sh\n${script}\n`);
    await chmod(path.join(folder, name), 0o755);
    process.env['PATH'] = folder;
  }

  it('need an encoder, which the error names', async () => {
    process.env['PATH'] = '/nowhere';
    await expect(modelStep(source, NATIVE)).rejects.toMatchObject({
      code: 'ASSETGEN_KTX_MISSING',
      message: expect.stringMatching(/ktx, toktx, basisu/),
      hint: expect.stringContaining('leave "encoder" out'),
    });
  });

  it('tell of an encoder that fails', async () => {
    await onlyEncoder('toktx', 'exit 3');
    await expect(modelStep(source, NATIVE)).rejects.toMatchObject({
      code: 'ASSETGEN_CONTENT',
      message: 'toktx made no texture of the format ktx2',
    });
  });

  it.runIf(basisu)('are in a file that the validator accepts', async () => {
    process.env['PATH'] = await basisuFolder();
    const { bytes, meta } = await modelStep(source, NATIVE);
    expect(meta.extensions).toContain('KHR_texture_basisu');
    const { issues } = await validateBytes(bytes ?? new Uint8Array());
    expect(issues.numErrors).toBe(0);
    const [texture] = await texturesOf(bytes);
    expect(texture?.getSize()).toEqual([64, 64]);
    // 64, 32, 16, 8, 4, 2 and 1 pixels wide.
    expect(ktxFacts(texture)).toEqual({ levels: 7, basisLz: true, etc1s: true, srgb: true });
  });
});

describe('KTX2 textures with nothing installed', () => {
  const before = process.env['PATH'];
  afterEach(() => {
    process.env['PATH'] = before;
  });

  it('are made by the encoder that comes with us, and valid', async () => {
    process.env['PATH'] = '/nowhere';
    const options = { textures: { format: 'ktx2', codec: 'etc1s' } } as const;
    const { bytes, meta } = await modelStep(source, options);
    expect(meta.extensions).toEqual(['KHR_texture_basisu']);
    const { issues } = await validateBytes(bytes ?? new Uint8Array());
    expect(issues.numErrors).toBe(0);
    const [texture] = await texturesOf(bytes);
    expect(texture?.getSize()).toEqual([64, 64]);
    expect(ktxFacts(texture)).toEqual({ levels: 7, basisLz: true, etc1s: true, srgb: true });
  });

  it('have the codec of their role, and the one that shows them', async () => {
    const { bytes } = await modelStep(await texturedGlb(), KTX2);
    const facts = (await texturesOf(bytes)).map((each) => [each.getName(), ktxFacts(each)]);
    expect(Object.fromEntries(facts)).toEqual({
      smooth: expect.objectContaining({ etc1s: true, srgb: true }),
      coloured: expect.objectContaining({ etc1s: false, srgb: true }),
      bumps: expect.objectContaining({ etc1s: false, srgb: false }),
    });
  });

  it('auto: take the place of WebP only where that costs no more than it may', async () => {
    const options = { textures: { format: 'auto' } } as const;
    const { bytes } = await modelStep(await texturedGlb(), options);
    const types = (await texturesOf(bytes)).map((each) => [each.getName(), each.getMimeType()]);
    expect(Object.fromEntries(types)).toMatchObject({ smooth: 'image/ktx2', bumps: 'image/ktx2' });
    const { issues } = await validateBytes(bytes ?? new Uint8Array());
    expect(issues.numErrors).toBe(0);
  });
});
