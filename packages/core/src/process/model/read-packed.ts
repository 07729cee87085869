import type { Document, GLTF, JSONDocument, NodeIO, TypedArray } from '@gltf-transform/core';
import { ACCESSOR_COMPONENTS } from './accessor-components.ts';

/** Bytes of a word: floats, and indices of 32 bits. */
const WORD = 4;
const [UINT32, FLOAT32] = [5125, 5126];
/** What glTF-Transform calls the binary chunk. */
const GLB_BUFFER = '@glb.bin';
/** Elements that are taken apart at once: what one accessor had to load is still near for the next. */
const BLOCK = 2048;

/**
 * Reads a GLB as `io.readBinary` does, sooner: that one asks for each number of interleaved vertices by itself, which
 * takes three times as long.
 */
export async function readPacked(io: NodeIO, glb: Uint8Array): Promise<Document> {
  const source = await io.binaryToJSON(glb);
  const accessors = [...(source.json.accessors ?? [])];
  const woven = accessors.flatMap((accessor, index) => wovenOf(accessor, index, source) ?? []);
  if (woven.length === 0) return io.readJSON(source);
  for (const { index, accessor } of woven) accessors[index] = { ...accessor, count: 0 };
  const document = await io.readJSON({ ...source, json: { ...source.json, accessors } });
  takeApart(woven);
  // They are in the order of the file.
  const read = document.getRoot().listAccessors();
  for (const { index, array } of woven) read[index]?.setArray(array);
  return document;
}

/** An accessor whose elements stand between those of others. */
interface Woven {
  readonly index: number;
  readonly accessor: GLTF.IAccessor;
  /** Words of the file, from the first element on. */
  readonly from: Uint32Array;
  /** From one element to the next. Unit: words. */
  readonly stride: number;
  /** Of an element. Unit: words. */
  readonly size: number;
  /** What it holds, and the same as words. */
  readonly array: TypedArray;
  readonly to: Uint32Array;
}

/** @returns null for one that is not woven, or that the library has something to say about */
function wovenOf(
  accessor: GLTF.IAccessor,
  index: number,
  { json, resources }: JSONDocument,
): Woven | null {
  const { componentType, byteOffset = 0, count, type } = accessor;
  const view = json.bufferViews?.[accessor.bufferView ?? -1];
  const size = ACCESSOR_COMPONENTS[type];
  if (view === undefined || accessor.sparse !== undefined) return null;
  if (componentType !== FLOAT32 && componentType !== UINT32) return null;
  const { byteStride = size * WORD, byteLength } = view;
  // A view with an extension is compressed, and has its bytes elsewhere.
  const isWoven = byteStride > size * WORD && byteStride % WORD === 0 && count > 0;
  if (!isWoven || view.extensions !== undefined) return null;
  const bytes = resources[json.buffers?.[view.buffer]?.uri ?? GLB_BUFFER];
  if (bytes === undefined) return null;
  const length = (count - 1) * byteStride + size * WORD;
  const start = (view.byteOffset ?? 0) + byteOffset;
  const isWithin = byteOffset + length <= byteLength && start + length <= bytes.length;
  if (!isWithin || (bytes.byteOffset + start) % WORD !== 0) return null;
  const from = new Uint32Array(bytes.buffer, bytes.byteOffset + start, length / WORD);
  const to = new Uint32Array(count * size);
  const array = componentType === UINT32 ? to : new Float32Array(to.buffer);
  return { index, accessor, from, stride: byteStride / WORD, size, array, to };
}

function takeApart(woven: readonly Woven[]): void {
  const most = Math.max(...woven.map(({ accessor }) => accessor.count));
  for (let first = 0; first < most; first += BLOCK) {
    for (const { accessor, from, stride, size, to } of woven) {
      copy(from, to, size, stride, first, Math.min(accessor.count, first + BLOCK));
    }
  }
}

function copy(
  from: Uint32Array,
  to: Uint32Array,
  size: number,
  stride: number,
  first: number,
  end: number,
): void {
  for (let element = first; element < end; element++) {
    for (let k = 0; k < size; k++) to[element * size + k] = from[element * stride + k]!;
  }
}
