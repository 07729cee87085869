import type { TypedArray } from '@gltf-transform/core';
import { Document, NodeIO } from '@gltf-transform/core';
import { weldPrimitive } from '@gltf-transform/functions';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { weldVertices } from './weld-vertices.ts';

interface Model {
  /** Few different numbers, so that many vertices are the same. */
  readonly values: readonly number[];
  readonly corners: readonly number[] | null;
  readonly bytes: 'none' | 'whole words' | 'parts of words';
  readonly hasTarget: boolean;
}

function modelOf({ values, corners, bytes, hasTarget }: Model): Document {
  const document = new Document();
  const buffer = document.createBuffer();
  const count = values.length;
  const add = (type: 'SCALAR' | 'VEC2' | 'VEC3' | 'VEC4', array: TypedArray) =>
    document.createAccessor().setType(type).setArray(array).setBuffer(buffer);
  const list = (size: number) =>
    Array.from({ length: count * size }, (_, at) => values[Math.floor(at / size)]!);
  const primitive = document
    .createPrimitive()
    .setAttribute('POSITION', add('VEC3', Float32Array.from(list(3))))
    .setAttribute('TEXCOORD_0', add('VEC2', Float32Array.from(list(2))));
  if (corners !== null) {
    primitive.setIndices(
      add(
        'SCALAR',
        Uint16Array.from(corners, (corner) => corner % count),
      ),
    );
  }
  if (bytes === 'whole words')
    primitive.setAttribute('JOINTS_0', add('VEC4', Uint8Array.from(list(4))));
  if (bytes === 'parts of words')
    primitive.setAttribute('_PART', add('VEC3', Uint8Array.from(list(3))));
  if (hasTarget) {
    const moved = add(
      'VEC3',
      Float32Array.from(list(3), (value, at) => (at === 4 ? 9 : value)),
    );
    primitive.addTarget(document.createPrimitiveTarget().setAttribute('POSITION', moved));
  }
  const mesh = document.createMesh().addPrimitive(primitive);
  document.createScene().addChild(document.createNode().setMesh(mesh));
  return document;
}

const MODEL = fc.record({
  values: fc.array(fc.constantFrom(0, -0, 1, 2, 0.5), { minLength: 1, maxLength: 30 }),
  corners: fc.option(fc.array(fc.nat(99), { minLength: 1, maxLength: 60 })),
  bytes: fc.constantFrom('none' as const, 'whole words' as const),
  hasTarget: fc.boolean(),
});

function primitiveOf(document: Document) {
  return document.getRoot().listMeshes()[0]!.listPrimitives()[0]!;
}

describe('weldVertices', () => {
  it('gives the file that the library gives', async () => {
    const io = new NodeIO();
    await fc.assert(
      fc.asyncProperty(MODEL, async (model) => {
        const [ours, theirs] = [modelOf(model), modelOf(model)];
        expect(weldVertices(ours, primitiveOf(ours))).toBe(true);
        weldPrimitive(primitiveOf(theirs));
        const [own, their] = [await io.writeBinary(ours), await io.writeBinary(theirs)];
        expect(Buffer.from(own).equals(Buffer.from(their))).toBe(true);
      }),
    );
  });

  it('leaves others to the library', () => {
    const model = { values: [1, 1, 2], corners: [0, 1, 2], hasTarget: false };
    const odd = modelOf({ ...model, bytes: 'parts of words' });
    expect(weldVertices(odd, primitiveOf(odd))).toBe(false);
    const points = modelOf({ ...model, bytes: 'none' });
    expect(weldVertices(points, primitiveOf(points).setMode(0))).toBe(false);
    const beyond = modelOf({ ...model, bytes: 'none' });
    primitiveOf(beyond)
      .getIndices()
      ?.setArray(new Uint16Array([0, 1, 3]));
    expect(weldVertices(beyond, primitiveOf(beyond))).toBe(false);
  });
});
