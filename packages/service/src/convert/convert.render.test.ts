import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { NodeIO } from '@gltf-transform/core';
import { getBounds } from '@gltf-transform/functions';
import { unzipSync } from 'fflate';
import { FBXLoader } from 'three/examples/jsm/loaders/FBXLoader.js';
import { OBJLoader } from 'three/examples/jsm/loaders/OBJLoader.js';
import { STLLoader } from 'three/examples/jsm/loaders/STLLoader.js';
import { USDLoader } from 'three/examples/jsm/loaders/USDLoader.js';
import type { BufferGeometry, Object3D } from 'three';
import { Box3, Mesh, Vector3 } from 'three';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

import type { Sample } from '../testing/tricky-glb.ts';
import { trickyGlb } from '../testing/tricky-glb.ts';
import type { Converted } from './convert.ts';
import { convert } from './convert.ts';
import { writeBlend } from './write-blend.ts';

const SIZE = 120;
const execute = promisify(execFile);

async function present(command: string, args: readonly string[]): Promise<boolean> {
  return execute(command, [...args]).then(
    () => true,
    () => false,
  );
}
const assimp = await present('assimp', ['version']);
const blender = await present('blender', ['--version']);

let sample: Sample;
beforeAll(async () => {
  sample = await trickyGlb();
  // Loaders of a browser library: images are made through the document, and never decoded here.
  const image = { addEventListener: () => undefined, removeEventListener: () => undefined };
  vi.stubGlobal('window', { URL: { createObjectURL: () => 'blob:none' } });
  vi.stubGlobal('document', { createElementNS: () => image });
});
afterAll(() => {
  vi.unstubAllGlobals();
});

async function converted(format: Parameters<typeof convert>[0]['format']): Promise<Converted> {
  return convert({ glb: sample.glb, format, sizeMm: SIZE, name: 'my model' });
}

function exact(bytes: Uint8Array): ArrayBuffer {
  return Uint8Array.from(bytes).buffer;
}

/** Triangles and extent of everything under an object of three. */
function measure(object: Object3D): { triangles: number; extent: number[] } {
  let triangles = 0;
  object.updateMatrixWorld(true);
  object.traverse((child) => {
    if (child instanceof Mesh) triangles += trianglesOf(child.geometry as BufferGeometry);
  });
  return {
    triangles,
    extent: new Box3().setFromObject(object, true).getSize(new Vector3()).toArray(),
  };
}

function trianglesOf(geometry: BufferGeometry): number {
  return (geometry.index ?? geometry.getAttribute('position')).count / 3;
}

/** The share of triangles whose winding agrees with their normals. */
function outward(object: Object3D): number {
  let good = 0;
  let all = 0;
  object.traverse((child) => {
    if (!(child instanceof Mesh)) return;
    const geometry = (child.geometry as BufferGeometry).toNonIndexed();
    const position = geometry.getAttribute('position');
    const normal = geometry.getAttribute('normal');
    if (normal === undefined) return;
    const [a, b, c, n] = [new Vector3(), new Vector3(), new Vector3(), new Vector3()];
    for (let corner = 0; corner < position.count; corner += 3) {
      a.fromBufferAttribute(position, corner);
      b.fromBufferAttribute(position, corner + 1).sub(a);
      c.fromBufferAttribute(position, corner + 2).sub(a);
      n.fromBufferAttribute(normal, corner);
      if (b.cross(c).dot(n) >= 0) good++;
      all++;
    }
  });
  return good / all;
}

function expectExtent(extent: readonly number[], unit = 1): void {
  const scale = (SIZE / 4) * unit;
  for (const [axis, length] of sample.extent.entries()) {
    expect(extent[axis]).toBeCloseTo(length * scale, 3);
  }
}

describe('convert', () => {
  it('gives a GLB whose largest dimension is the asked one, in metres', async () => {
    const { bytes, extension, contentType, scaleNumber } = await converted('glb');
    expect({ extension, contentType, scaleNumber }).toEqual({
      extension: 'glb',
      contentType: 'model/gltf-binary',
      scaleNumber: 30,
    });
    const document = await new NodeIO().readBinary(bytes);
    const [scene] = document.getRoot().listScenes();
    if (scene === undefined) throw new Error('no scene');
    const { min, max } = getBounds(scene);
    expectExtent(
      max.map((value, axis) => value - (min[axis] ?? 0)),
      0.001,
    );
    expect(document.getRoot().listTextures()).toHaveLength(3);
  });

  it('gives a binary STL in millimetres', async () => {
    const { bytes, extension } = await converted('stl');
    expect(extension).toBe('stl');
    const geometry = new STLLoader().parse(exact(bytes));
    expect(trianglesOf(geometry)).toBe(sample.triangles);
    expectExtent(measure(new Mesh(geometry)).extent);
    expect(outward(new Mesh(geometry))).toBe(1);
  });

  it('gives an OBJ with its MTL and images in a zip', async () => {
    const { bytes, extension, contentType } = await converted('obj');
    expect([extension, contentType]).toEqual(['zip', 'application/zip']);
    const files = unzipSync(bytes);
    expect(Object.keys(files).sort()).toEqual([
      'bumps_1.png',
      'colour_0.png',
      'my_model.mtl',
      'my_model.obj',
      'surface_2_metalness.png',
      'surface_2_roughness.png',
    ]);
    const text = new TextDecoder().decode(files['my_model.obj']);
    const object = new OBJLoader().parse(text);
    const measured = measure(object);
    expect(measured.triangles).toBe(sample.triangles);
    expectExtent(measured.extent);
    expect(outward(object)).toBe(1);
    const mtl = new TextDecoder().decode(files['my_model.mtl']);
    // The surface image holds 180 of 255 roughness and 20 of 255 metalness.
    expect(mtl).toMatch(/newmtl painted_0\n(?:.+\n)*Pr 0\.70\d+\nPm 0\.07\d+\n/);
    for (const [, file] of mtl.matchAll(/^(?:map_\w+|norm) (.+)$/gm))
      expect(files).toHaveProperty([file ?? '']);
    for (const [, material] of text.matchAll(/^usemtl (.+)$/gm))
      expect(mtl).toContain(`newmtl ${material}\n`);
  });

  it('gives a USDZ whose entries are stored at multiples of 64 bytes', async () => {
    const { bytes, extension } = await converted('usdz');
    expect(extension).toBe('usdz');
    const view = new DataView(exact(bytes));
    let at = 0;
    const names: string[] = [];
    while (view.getUint32(at, true) === 0x04034b50) {
      expect(view.getUint16(at + 8, true)).toBe(0);
      const nameLength = view.getUint16(at + 26, true);
      names.push(new TextDecoder().decode(bytes.subarray(at + 30, at + 30 + nameLength)));
      const data = at + 30 + nameLength + view.getUint16(at + 28, true);
      expect(data % 64).toBe(0);
      at = data + view.getUint32(at + 18, true);
    }
    expect(names).toEqual([
      'my_model.usda',
      'textures/colour_0.png',
      'textures/bumps_1.png',
      'textures/surface_2.png',
    ]);
    const object = new USDLoader().parse(exact(bytes));
    const measured = measure(object);
    expect(measured.triangles).toBe(sample.triangles);
    // Some versions of the loader apply metersPerUnit, some leave it.
    const [x = 0] = measured.extent;
    expectExtent(measured.extent, x < 1 ? 0.001 : 1);
  });

  it('gives a binary FBX 7.4 with its images inside', async () => {
    const { bytes, extension } = await converted('fbx');
    expect(extension).toBe('fbx');
    const object = new FBXLoader().parse(exact(bytes), '');
    const measured = measure(object);
    expect(measured.triangles).toBe(sample.triangles);
    expectExtent(measured.extent);
    expect(outward(object)).toBe(1);
    const materials = new Set<string>();
    object.traverse((child) => {
      if (child instanceof Mesh && !Array.isArray(child.material))
        materials.add(child.material.name);
    });
    expect([...materials].sort()).toEqual(['painted_0', 'plain_quoted_n_code_1']);
    expect(Buffer.from(bytes).includes(Buffer.from([0x89, 0x50, 0x4e, 0x47]))).toBe(true);
  });

  it('gives the same bytes for the same spec', async () => {
    for (const format of ['glb', 'stl', 'obj', 'usdz', 'fbx'] as const) {
      expect((await converted(format)).bytes).toEqual((await converted(format)).bytes);
    }
  });

  it('tells what to install where there is no Blender', async () => {
    await expect(writeBlend(sample.glb, { blender: '/nowhere/blender' })).rejects.toMatchObject({
      code: 'ASSETGEN_BLENDER_MISSING',
      hint: expect.stringContaining('Install Blender'),
    });
  });

  it.runIf(assimp)('is read by assimp with the same counts (skipped without assimp)', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'assetgen-convert-'));
    try {
      for (const format of ['glb', 'stl', 'fbx', 'obj'] as const) {
        const { bytes } = await converted(format);
        const file = path.join(folder, `model.${format}`);
        const entries = format === 'obj' ? unzipSync(bytes) : { [`model.${format}`]: bytes };
        for (const [name, content] of Object.entries(entries))
          await writeFile(path.join(folder, name.replace(/^my_model\.obj$/, 'model.obj')), content);
        const { stdout } = await execute('assimp', ['info', file]);
        expect([format, /Faces:\s+(\d+)/.exec(stdout)?.[1]]).toEqual([
          format,
          String(sample.triangles),
        ]);
      }
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });

  it.runIf(blender)(
    'gives a BLEND that Blender opens, and files that it imports (skipped without Blender)',
    async () => {
      const folder = await mkdtemp(path.join(tmpdir(), 'assetgen-blend-test-'));
      const inBlender = async (
        ...args: string[]
      ): Promise<{ triangles: number; sizes: number[] }> => {
        const { stdout } = await execute('blender', ['--background', '--factory-startup', ...args]);
        const [, triangles = '', sizes = ''] = /MEASURED (\d+) \[(.*)\]/.exec(stdout) ?? [];
        return { triangles: Number(triangles), sizes: sizes.split(',').map(Number) };
      };
      try {
        const { bytes, extension } = await converted('blend');
        expect(extension).toBe('blend');
        const file = path.join(folder, 'model.blend');
        await writeFile(file, bytes);
        // Blender has Z up: the extents come in another order. Its unit is the metre.
        const sorted = [...sample.extent]
          .sort((a, b) => a - b)
          .map((length) => (length * SIZE) / 4);
        const opened = await inBlender(file, '--python-expr', MEASURE);
        expect(opened.triangles).toBe(sample.triangles);
        for (const [axis, length] of sorted.entries()) {
          expect(opened.sizes[axis]).toBeCloseTo(length / 1000, 5);
        }
        for (const [format, operator, unit] of [
          ['fbx', 'import_scene.fbx', 0.001],
          ['stl', 'import_mesh.stl', 1],
        ] as const) {
          const model = path.join(folder, `model.${format}`);
          await writeFile(model, (await converted(format)).bytes);
          const script = `import bpy;bpy.ops.wm.read_factory_settings(use_empty=True);bpy.ops.${operator}(filepath=${JSON.stringify(model)})\n${MEASURE}`;
          const imported = await inBlender('--python-expr', script);
          expect([format, imported.triangles]).toEqual([format, sample.triangles]);
          for (const [axis, length] of sorted.entries()) {
            expect(imported.sizes[axis]).toBeCloseTo(length * unit, 3);
          }
        }
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    },
  );
});

/** Prints the triangles of all meshes and the sorted extents of the scene. */
const MEASURE = `
import bpy
meshes = [o for o in bpy.context.scene.objects if o.type == "MESH"]
bpy.context.view_layer.update()
points = [o.matrix_world @ v.co for o in meshes for v in o.data.vertices]
sizes = sorted(max(p[i] for p in points) - min(p[i] for p in points) for i in range(3))
print("MEASURED", sum(len(p.vertices) - 2 for o in meshes for p in o.data.polygons), sizes)
`;
