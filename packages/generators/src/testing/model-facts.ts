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
  const floats = new Float32Array(position.length);
  // What is added makes zero of minus zero.
  for (let i = 0; i < floats.length; i++) floats[i] = position[i]! + 0;
  const bits = new Int32Array(floats.buffer);
  const count = position.length / 3;
  const idOf = new Uint32Array(count);
  const slots = new Int32Array(2 ** Math.ceil(Math.log2(count * 2 + 2))).fill(-1);
  let size = 0;
  for (let i = 0; i < count; i++) {
    const x = bits[i * 3]!;
    const y = bits[i * 3 + 1]!;
    const z = bits[i * 3 + 2]!;
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
      const corners = new Uint32Array(index.length);
      for (let i = 0; i < corners.length; i++) corners[i] = idOf[index[i]!]!;
      open += unmatched(corners, size);
    }
  }
  return open;
}

/**
 * Edges of triangles that are not met as often in one direction as in the other: counting both ways tells holes and
 * wrong turns alike. They are sorted by their lower end, and those of one end counted by the other.
 */
function unmatched(corners: Uint32Array, size: number): number {
  const after = (i: number): number => corners[i % 3 === 2 ? i - 2 : i + 1]!;
  const starts = new Uint32Array(size + 1);
  for (let i = 0; i < corners.length; i++) starts[Math.min(corners[i]!, after(i)) + 1]!++;
  for (let low = 0; low < size; low++) starts[low + 1]! += starts[low]!;
  const next = starts.slice();
  const highs = new Uint32Array(corners.length);
  const turns = new Int8Array(corners.length);
  for (let i = 0; i < corners.length; i++) {
    const from = corners[i]!;
    const to = after(i);
    const at = next[Math.min(from, to)]!++;
    highs[at] = Math.max(from, to);
    turns[at] = Math.sign(to - from);
  }
  const balance = new Int32Array(size);
  let open = 0;
  for (let low = 0; low < size; low++) {
    const end = starts[low + 1]!;
    for (let at = starts[low]!; at < end; at++) balance[highs[at]!]! += turns[at]!;
    for (let at = starts[low]!; at < end; at++) {
      if (balance[highs[at]!] !== 0) open++;
      balance[highs[at]!] = 0;
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
