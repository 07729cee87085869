import * as fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { KINDS, assetSchema } from './schema/manifest-schema.ts';
import { parseDocument } from './parse-document.ts';
import { validateDocument } from './validate-document.ts';

const accepted = (assets: object): string[] =>
  validateDocument(parseDocument('m.json', JSON.stringify({ assets }))).assets.map(
    ({ name }) => name,
  );

describe('validateDocument', () => {
  it('accepts an asset where its schema does, whatever assets stand before it', () => {
    const output = fc.oneof(
      fc.constantFrom('webp', 'glb', 'mp4', 'odd'),
      fc.record({ format: fc.constantFrom('webp', 'glb', 'odd'), width: fc.constantFrom(0, 64) }),
      fc.record({ format: fc.constant('webp'), widht: fc.constant(64) }),
    );
    const entry = fc.record(
      {
        kind: fc.constantFrom(...KINDS),
        prompt: fc.constantFrom<unknown>('a dragon', '', 5, null),
        outputs: fc.oneof(fc.array(output, { maxLength: 3 }), fc.constant({})),
        variants: fc.constantFrom<unknown>(1, 4, 5, '2'),
        expect: fc.constantFrom<unknown>({ maxBytes: 1 }, { maxByte: 1 }, null),
        pormpt: fc.constant('x'),
        constructor: fc.constant(1),
      },
      { requiredKeys: ['kind'] },
    );
    fc.assert(
      fc.property(fc.array(entry, { minLength: 1, maxLength: 8 }), (entries) => {
        const named = entries.map((each, index) => [`a${index}`, each] as const);
        const good = named.filter(([, each]) => v.safeParse(assetSchema(each.kind), each).success);
        expect(accepted(Object.fromEntries(named))).toEqual(good.map(([name]) => name));
      }),
      { numRuns: 300 },
    );
  });

  it('takes no key of the prototype for a known one', () => {
    const text =
      '{"assets":{"a":{"kind":"image","prompt":"x","__proto__":{"frozen":true}},"b":{"kind":"image","toString":1}}}';
    expect(validateDocument(parseDocument('m.json', text))).toMatchObject({
      assets: [],
      problems: [{ path: 'assets.a.__proto__' }, { path: 'assets.b.toString' }],
    });
  });
});
