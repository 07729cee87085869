import { NodeIO } from '@gltf-transform/core';
import { ALL_EXTENSIONS } from '@gltf-transform/extensions';
import { getSceneVertexCount, VertexCountMethod } from '@gltf-transform/functions';
import draco3d from 'draco3dgltf';
import { validateBytes } from 'gltf-validator';
import { MeshoptDecoder } from 'meshoptimizer';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import type { ModelStepOptions } from '../../manifest/manifest.ts';
import { sampleGlb } from '../../testing/sample-glb.ts';
import { modelStep } from '../../testing/model-step.ts';

let source: Uint8Array;
let triangles: number;
beforeAll(async () => {
  ({ glb: source, triangles } = await sampleGlb());
});

/** What a fresh reader, with decoders of its own, finds in a GLB. */
async function read(glb: Uint8Array) {
  const io = new NodeIO().registerExtensions(ALL_EXTENSIONS).registerDependencies({
    'draco3d.decoder': await draco3d.createDecoderModule(),
    'meshopt.decoder': MeshoptDecoder,
  });
  await MeshoptDecoder.ready;
  const root = (await io.readBinary(glb)).getRoot();
  const [scene] = root.listScenes();
  if (scene === undefined) throw new Error('no scene');
  const textures = await Promise.all(
    root.listTextures().map(async (each) => {
      const { format, width } = await sharp(each.getImage() ?? Buffer.of()).metadata();
      return { format, width, type: each.getMimeType() };
    }),
  );
  return {
    triangles: Math.round(getSceneVertexCount(scene, VertexCountMethod.RENDER) / 3),
    extensions: root.listExtensionsUsed().map((each) => each.extensionName),
    materials: root.listMaterials().length,
    textures,
  };
}

async function made(options: ModelStepOptions) {
  const { bytes, meta } = await modelStep(source, options);
  if (bytes === null) throw new Error('expected new bytes');
  const { issues } = await validateBytes(bytes);
  expect({ options, errors: issues.numErrors }).toEqual({ options, errors: 0 });
  return { bytes, meta, found: await read(bytes) };
}

describe('modelStep', () => {
  it('without options leaves the source as it is, and tells what is in it', async () => {
    const { bytes, meta } = await modelStep(source, {});
    expect(bytes).toBeNull();
    expect(meta).toEqual({
      triangles,
      vertices: expect.any(Number),
      materials: 2,
      textures: 1,
      animations: [],
      extensions: [],
      names: {
        nodes: ['painted', 'plain'],
        meshes: ['painted', 'plain'],
        materials: ['painted', 'plain'],
      },
      bounds: { min: [-1, -1, -1], max: [4, 1, 1] },
      drawCalls: 2,
      // Of 64 × 64 pixels in RGBA with mipmaps, and of the geometry.
      gpuBytes: 153_236,
      maps: [{ format: 'png', width: 64, height: 64, roles: ['baseColor'], gpuBytes: 21_844 }],
    });
  });

  it('simplifies to about the share that is asked for', async () => {
    const { meta, found } = await made({ simplify: 0.25 });
    expect(found.triangles).toBe(meta.triangles);
    expect(found.triangles).toBeLessThan(triangles * 0.45);
    expect(found.triangles).toBeGreaterThan(triangles * 0.1);
  });

  it('makes textures smaller, and of another format', async () => {
    const { found } = await made({ textures: { format: 'webp', maxSize: 16 } });
    expect(found.textures).toEqual([{ format: 'webp', width: 16, type: 'image/webp' }]);
    expect(found.extensions).toEqual(['EXT_texture_webp']);
  });

  it.each([
    ['meshopt', 'EXT_meshopt_compression'],
    ['draco', 'KHR_draco_mesh_compression'],
    ['quantize', 'KHR_mesh_quantization'],
  ] as const)('compresses with %s, to what a fresh reader reads', async (compress, extension) => {
    const { bytes, found, meta } = await made({ compress });
    expect(found.triangles).toBe(triangles);
    expect(found.materials).toBe(2);
    expect(found.extensions).toContain(extension);
    expect(meta.extensions).toContain(extension);
    expect(bytes.length).toBeLessThan(source.length);
    // Facts are of the model, not of its quantised positions.
    expect(meta.bounds).toEqual({ min: [-1, -1, -1], max: [4, 1, 1] });
  });

  it.each([
    ['draco', 'meshopt', ['EXT_meshopt_compression', 'KHR_mesh_quantization']],
    ['draco', 'quantize', ['KHR_mesh_quantization']],
    ['meshopt', 'draco', ['KHR_draco_mesh_compression', 'KHR_mesh_quantization']],
    ['meshopt', 'quantize', ['KHR_mesh_quantization']],
  ] as const)('of %s by %s needs no decoder of the first', async (first, compress, needed) => {
    const { bytes: packed } = await made({ compress: first });
    const { bytes, meta } = await modelStep(packed, { compress });
    expect(meta.extensions).toEqual(needed);
    const { meta: found } = await modelStep(bytes!, {});
    expect(found).toMatchObject({ extensions: needed, triangles });
  });

  it.each([
    ['rough metal', 1, '8 bits', Int8Array],
    ['a mirror', 0.1, 'more', Int16Array],
  ] as const)('by meshopt: %s has normals of %s', async (_what, roughness, _bits, array) => {
    const document = await new NodeIO().readBinary(source);
    for (const material of document.getRoot().listMaterials()) {
      material.setMetallicFactor(1).setRoughnessFactor(roughness);
    }
    const glb = await new NodeIO().writeBinary(document);
    const { bytes } = await modelStep(glb, { compress: 'meshopt' });
    await MeshoptDecoder.ready;
    const io = new NodeIO()
      .registerExtensions(ALL_EXTENSIONS)
      .registerDependencies({ 'meshopt.decoder': MeshoptDecoder });
    const [mesh] = (await io.readBinary(bytes!)).getRoot().listMeshes();
    const normals = mesh!.listPrimitives()[0]!.getAttribute('NORMAL')!;
    expect(normals.getArray()).toBeInstanceOf(array);
  });

  it('does all at once, and the same each time', async () => {
    const options = { simplify: 0.5, textures: { maxSize: 8 }, compress: 'meshopt' } as const;
    const [one, two] = [await made(options), await made(options)];
    expect(one.found.triangles).toBeLessThan(triangles);
    expect(one.found.textures[0]?.width).toBe(8);
    expect(Buffer.from(one.bytes).equals(two.bytes)).toBe(true);
  });
});

describe('modelStep refuses', () => {
  const glb = (json: unknown, claim?: number): Uint8Array => {
    const text = typeof json === 'string' ? json : JSON.stringify(json);
    const padded = text.padEnd(Math.ceil(text.length / 4) * 4);
    const bytes = Buffer.alloc(20 + padded.length);
    bytes.write('glTF', 0, 'latin1');
    bytes.writeUInt32LE(2, 4);
    bytes.writeUInt32LE(claim ?? bytes.length, 8);
    bytes.writeUInt32LE(padded.length, 12);
    bytes.write('JSON', 16, 'latin1');
    bytes.write(padded, 20);
    return bytes;
  };
  const asset = { version: '2.0' };
  const sparse = { count: 400_000_000, type: 'VEC3', componentType: 5126 };

  it.each<[string, () => Uint8Array]>([
    ['a text', () => new TextEncoder().encode('not a model, but long enough')],
    ['nothing', () => new Uint8Array()],
    ['a GLB that is cut off', () => source.subarray(0, source.length / 2)],
    ['a header that claims 4 GB', () => glb({ asset }, 0xffffffff)],
    [
      'a chunk that claims 4 GB',
      () => {
        const bytes = glb({ asset });
        new DataView(bytes.buffer, bytes.byteOffset).setUint32(12, 0xfffffff0, true);
        return bytes;
      },
    ],
    ['accessors that claim 4 GB', () => glb({ asset, accessors: [sparse] })],
    ['JSON that is none', () => glb('{"asset":')],
    ['a list', () => glb([])],
    ['accessors that are none', () => glb({ asset, accessors: [null, 3, { count: 'x' }] })],
    [
      'a buffer that stands elsewhere',
      () => glb({ asset, buffers: [{ uri: 'file:///etc/passwd', byteLength: 4 }] }),
    ],
    ['glTF 1', () => glb({ asset: { version: '1.0' } })],
  ])('%s', async (_name, make) => {
    await expect(modelStep(make(), { compress: 'quantize' })).rejects.toMatchObject({
      code: 'ASSETGEN_CONTENT',
      message: expect.stringMatching(/^expected a GLB/),
    });
  });
});
