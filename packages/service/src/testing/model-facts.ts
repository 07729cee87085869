import { WebIO } from '@gltf-transform/core';
import { validateBytes } from 'gltf-validator';
import type { ModelSpec } from '../generators.ts';

/** A spec of text to 3D with the lightest full settings, for tests to change. */
export function modelSpec(change: Partial<ModelSpec> = {}): ModelSpec {
  return {
    prompt: 'a thing',
    faces: 100_000,
    pbr: true,
    meshOnly: false,
    seed: 'test',
    enhance: false,
    draft: false,
    quality: 'standard',
    ...change,
  };
}

/** What the Khronos validator says of a GLB. */
export async function validated(
  glb: Uint8Array,
): Promise<{ errors: number; warnings: number; triangles: number; messages: string[] }> {
  const report = await validateBytes(glb, { maxIssues: 20 });
  return {
    errors: report.issues.numErrors,
    warnings: report.issues.numWarnings,
    triangles: report.info.totalTriangleCount,
    messages: report.issues.messages
      .filter((message) => message.severity < 2)
      .map((message) => `${message.code} ${message.pointer ?? ''}: ${message.message}`),
  };
}

/** Edges that not exactly two triangles share, by position. */
export async function openEdges(glb: Uint8Array): Promise<number> {
  const doc = await new WebIO().readBinary(glb);
  let open = 0;
  for (const mesh of doc.getRoot().listMeshes()) {
    for (const primitive of mesh.listPrimitives()) {
      const position = primitive.getAttribute('POSITION')!.getArray()!;
      const index = primitive.getIndices()!.getArray()!;
      const ids = new Map<string, number>();
      const idOf = Array.from({ length: position.length / 3 }, (_, i) => {
        const key = `${position[i * 3]},${position[i * 3 + 1]},${position[i * 3 + 2]}`;
        const id = ids.get(key) ?? ids.size;
        ids.set(key, id);
        return id;
      });
      // A directed edge must meet its reverse: counting both ways tells holes and wrong turns alike.
      const balance = new Map<number, number>();
      const size = ids.size;
      for (let t = 0; t < index.length; t += 3) {
        for (let k = 0; k < 3; k++) {
          const a = idOf[index[t + k]!]!;
          const b = idOf[index[t + ((k + 1) % 3)]!]!;
          if (a === b) continue;
          const key = a < b ? a * size + b : b * size + a;
          balance.set(key, (balance.get(key) ?? 0) + (a < b ? 1 : -1));
        }
      }
      for (const sum of balance.values()) if (sum !== 0) open++;
    }
  }
  return open;
}

/** Size of a GLB's default scene. Unit: metres. */
export async function extentOf(glb: Uint8Array): Promise<{ size: number[]; low: number[] }> {
  const doc = await new WebIO().readBinary(glb);
  const accessor = doc.getRoot().listMeshes()[0]!.listPrimitives()[0]!.getAttribute('POSITION')!;
  const low = accessor.getMin([]);
  const high = accessor.getMax([]);
  return { low, size: high.map((value, i) => value - low[i]!) };
}
