import { Document, Logger, NodeIO } from '@gltf-transform/core';
import { sparse } from '@gltf-transform/functions';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { sparseAccessors } from './sparse-accessors.ts';

it('sparseAccessors chooses those that the library chooses', async () => {
  const list = fc.array(fc.constantFrom(0, 0, 0, -0, 1, NaN), { maxLength: 12 });
  await fc.assert(
    fc.asyncProperty(list, fc.boolean(), async (values, isByte) => {
      const documentOf = (): Document => {
        const document = new Document().setLogger(new Logger(Logger.Verbosity.SILENT));
        const all = values.flatMap((value) => [0, value, 0]);
        const array = isByte ? Int8Array.from(all) : Float32Array.from(all);
        document.createAccessor().setType('VEC3').setArray(array);
        return document;
      };
      const [ours, theirs] = [documentOf(), documentOf()];
      sparseAccessors(ours);
      await theirs.transform(sparse());
      const isSparse = (document: Document) => document.getRoot().listAccessors()[0]?.getSparse();
      expect(isSparse(ours)).toBe(isSparse(theirs));
    }),
  );
});

it('a normalised one keeps its values', async () => {
  const io = new NodeIO().setLogger(new Logger(Logger.Verbosity.SILENT));
  const document = new Document();
  const accessor = document.createAccessor().setType('VEC3').setNormalized(true);
  accessor.setArray(Int16Array.of(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 26_187, 0));
  accessor.setBuffer(document.createBuffer());
  sparseAccessors(document);
  const [found] = (await io.readBinary(await io.writeBinary(document))).getRoot().listAccessors();
  expect([...(found?.getArray() ?? [])]).toEqual([...(accessor.getArray() ?? [])]);
});
