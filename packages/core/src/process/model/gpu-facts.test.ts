import { Document, NodeIO } from '@gltf-transform/core';
import { ALL_EXTENSIONS } from '@gltf-transform/extensions';
import { describe, expect, it } from 'vitest';
import { texturedGlb } from '../../testing/textured-glb.ts';
import { modelStep } from '../../testing/model-step.ts';
import { gpuFacts } from './gpu-facts.ts';

/** 64 × 64 pixels of four bytes, and their mipmaps down to one pixel. */
const RGBA_64 = [64, 32, 16, 8, 4, 2, 1].reduce((sum, side) => sum + side * side * 4, 0);

const read = (glb: Uint8Array) => new NodeIO().registerExtensions(ALL_EXTENSIONS).readBinary(glb);

/** Of spheres as they are: three floats, three floats, two floats a vertex, and their indices. */
async function plainGeometry(glb: Uint8Array): Promise<number> {
  let bytes = 0;
  for (const mesh of (await read(glb)).getRoot().listMeshes()) {
    for (const primitive of mesh.listPrimitives()) {
      bytes += (primitive.getAttribute('POSITION')?.getCount() ?? 0) * (12 + 12 + 8);
      bytes += primitive.getIndices()?.getArray()?.byteLength ?? 0;
    }
  }
  return bytes;
}

describe('what a model takes of a graphics card', () => {
  it('is told of the file as the service gave it, texture by texture', async () => {
    const glb = await texturedGlb(64);
    const { meta } = await modelStep(glb, {});
    const map = { width: 64, height: 64, format: 'png', gpuBytes: RGBA_64 };
    expect(meta.maps).toEqual([
      { ...map, roles: ['baseColor'] },
      { ...map, roles: ['normal'] },
      { ...map, roles: ['baseColor'] },
    ]);
    expect(meta.gpuBytes).toBe(3 * RGBA_64 + (await plainGeometry(glb)));
    expect(meta.drawCalls).toBe(2);
  });

  it('is no less for a shorter file', async () => {
    const glb = await texturedGlb(64);
    const [plain, webp] = await Promise.all([
      modelStep(glb, { textures: { format: 'png' } }),
      modelStep(glb, { textures: { format: 'webp' } }),
    ]);
    expect(webp.bytes?.length).toBeLessThan(plain.bytes?.length ?? 0);
    expect(webp.meta.gpuBytes).toBe(plain.meta.gpuBytes);
    expect(webp.meta.maps).toMatchObject([{ format: 'webp', gpuBytes: RGBA_64 }, {}, {}]);
  });

  it('counts what is drawn, as often as it is drawn, and each list once', async () => {
    const document = new Document();
    const buffer = document.createBuffer();
    const position = document
      .createAccessor()
      .setType('VEC3')
      .setArray(new Float32Array(9))
      .setBuffer(buffer);
    const primitive = () => document.createPrimitive().setAttribute('POSITION', position);
    const mesh = document.createMesh().addPrimitive(primitive()).addPrimitive(primitive());
    const scene = document.createScene();
    for (let at = 0; at < 3; at++) scene.addChild(document.createNode().setMesh(mesh));
    expect(await gpuFacts(document)).toEqual({ gpuBytes: 36, drawCalls: 6, maps: [] });
    // A byte a component, and each vertex at a multiple of four bytes.
    const bytes = document.createAccessor().setType('VEC3').setArray(new Uint8Array(9));
    for (const each of mesh.listPrimitives()) each.setAttribute('COLOR_0', bytes.setBuffer(buffer));
    expect(await gpuFacts(document)).toMatchObject({ gpuBytes: 36 + 12 });
  });

  it('is told of nothing, and of pictures that cannot be read', async () => {
    const document = new Document();
    expect(await gpuFacts(document)).toEqual({ gpuBytes: 0, drawCalls: 0, maps: [] });
    document
      .createTexture()
      .setImage(Uint8Array.of(1, 2, 3))
      .setMimeType('image/ktx2');
    document.createTexture().setMimeType('image/png');
    const map = { roles: [], width: 0, height: 0, gpuBytes: 0 };
    expect((await gpuFacts(document)).maps).toEqual([
      { ...map, format: 'ktx2' },
      { ...map, format: 'png' },
    ]);
  });
});
