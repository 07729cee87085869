import { Document, NodeIO, VertexLayout } from '@gltf-transform/core';
import { describe, expect, it } from 'vitest';
import { readPacked } from './read-packed.ts';

/** Vertices of floats and bytes, more of them than are taken apart at once. */
async function modelOf(layout: VertexLayout): Promise<Uint8Array> {
  const document = new Document();
  const buffer = document.createBuffer();
  const count = 5000;
  const list = (size: number): Float32Array =>
    Float32Array.from({ length: count * size }, (_, at) => at * size + 0.5);
  const add = (
    type: 'SCALAR' | 'VEC2' | 'VEC3' | 'VEC4',
    array: Float32Array | Uint16Array | Uint32Array,
  ) => document.createAccessor().setType(type).setArray(array).setBuffer(buffer);
  const primitive = document
    .createPrimitive()
    .setAttribute('POSITION', add('VEC3', list(3)))
    .setAttribute('NORMAL', add('VEC3', list(3)))
    .setAttribute('TEXCOORD_0', add('VEC2', list(2)))
    .setAttribute('JOINTS_0', add('VEC4', new Uint16Array(count * 4).fill(7)))
    .setAttribute('_NUMBER', add('SCALAR', new Uint32Array(count).fill(2 ** 31)))
    .setIndices(
      add(
        'SCALAR',
        Uint32Array.from({ length: 30 }, (_, at) => at),
      ),
    );
  const target = document.createPrimitiveTarget();
  const few = new Float32Array(count * 3);
  few[12] = 1;
  target.setAttribute('POSITION', add('VEC3', few).setSparse(true));
  primitive.addTarget(target);
  const mesh = document.createMesh().addPrimitive(primitive);
  document.createScene().addChild(document.createNode().setMesh(mesh));
  return new NodeIO().setVertexLayout(layout).writeBinary(document);
}

describe('readPacked', () => {
  it.each([VertexLayout.INTERLEAVED, VertexLayout.SEPARATE])(
    'reads %s vertices as the library does',
    async (layout) => {
      const glb = await modelOf(layout);
      const io = new NodeIO();
      const [ours, theirs] = [await readPacked(io, glb), await io.readBinary(glb)];
      const arrays = (document: Document) =>
        document
          .getRoot()
          .listAccessors()
          .map((accessor) => accessor.getArray());
      expect(arrays(ours)).toEqual(arrays(theirs));
      const [own, their] = [await io.writeBinary(ours), await io.writeBinary(theirs)];
      expect(Buffer.from(own).equals(Buffer.from(their))).toBe(true);
    },
  );

  it('reads a file that does not begin at a whole word', async () => {
    const glb = await modelOf(VertexLayout.INTERLEAVED);
    const io = new NodeIO();
    const shifted = new Uint8Array(glb.length + 4).subarray(4);
    shifted.set(glb);
    const document = await readPacked(io, shifted);
    expect(document.getRoot().listAccessors()[0]?.getArray()?.[1]).toBe(3.5);
  });

  it('leaves what is wrong with a file to the library', async () => {
    const glb = await modelOf(VertexLayout.INTERLEAVED);
    const text = Buffer.from(glb);
    // A stride that leads out of the file.
    const at = text.indexOf('"byteStride":');
    text.write('"byteStride":92', at);
    await expect(readPacked(new NodeIO(), new Uint8Array(text))).rejects.toThrow(/./);
  });
});
