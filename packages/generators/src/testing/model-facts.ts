import { WebIO } from '@gltf-transform/core';
import { validateBytes } from 'gltf-validator';
import type { ModelSpec } from '../model/make-model.ts';

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

/** A number for every vertex, the same for vertices in the same place; found by hashing the bits of the floats. */
function samePlaces(position: ArrayLike<number>): { idOf: Uint32Array; size: number } {
  const bits = new Int32Array(Float32Array.from(position, (value) => value + 0).buffer);
  const count = position.length / 3;
  const idOf = new Uint32Array(count);
  const slots = new Int32Array(2 ** Math.ceil(Math.log2(count * 2 + 2))).fill(-1);
  let size = 0;
  for (let i = 0; i < count; i++) {
    const [x, y, z] = [bits[i * 3]!, bits[i * 3 + 1]!, bits[i * 3 + 2]!];
    let slot = (Math.imul(x, 73856093) ^ Math.imul(y, 19349663) ^ Math.imul(z, 83492791)) >>> 0;
    for (
      slot = (slot ^ (slot >>> 15)) & (slots.length - 1);
      ;
      slot = (slot + 1) & (slots.length - 1)
    ) {
      const other = slots[slot]!;
      if (other < 0) {
        slots[slot] = i;
        idOf[i] = size++;
        break;
      }
      if (bits[other * 3] === x && bits[other * 3 + 1] === y && bits[other * 3 + 2] === z) {
        idOf[i] = idOf[other]!;
        break;
      }
    }
  }
  return { idOf, size };
}

/** Edges that not exactly two triangles share, by position. */
export async function openEdges(glb: Uint8Array): Promise<number> {
  const doc = await new WebIO().readBinary(glb);
  let open = 0;
  for (const mesh of doc.getRoot().listMeshes()) {
    for (const primitive of mesh.listPrimitives()) {
      const position = primitive.getAttribute('POSITION')!.getArray()!;
      const index = primitive.getIndices()!.getArray()!;
      const { idOf, size } = samePlaces(position);
      // A directed edge must meet its reverse: counting both ways tells holes and wrong turns alike.
      const balance = new Map<number, number>();
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
