import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { errorOf, manifestOf } from '../testing/manifests.ts';
import { parseDocument } from './parse-document.ts';
import { KINDS } from './schema/manifest-schema.ts';
import type { Position } from './manifest.ts';
import type { JsonPath } from './print-path.ts';
import { validateDocument } from './validate-document.ts';

/** Keys and values that a manifest knows, so that chance goes deep, among all that it does not. */
const WORDS = [
  '$schema defaults assets kind prompt image uuid quality faces variants pick revision frozen',
  'outputs format suffix size width textures maxSize simplify compress public expect references',
  'asset images style source model extra poster duration resolution image video chibi glb usdz',
  'webp mp4 standard concept a ../x con a/../../b __proto__ constructor toString \u0000 \uD800 ',
].flatMap((line) => line.split(' '));
const word = fc.constantFrom(...WORDS);
const { value } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 6, withCrossShrink: true },
    fc.oneof(word, fc.integer(), fc.double(), fc.boolean(), fc.constant(null), fc.string()),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.array(fc.tuple(fc.oneof(word, fc.string()), tie('value')), { maxLength: 6 }).map(own),
  ),
}));
const asset = fc
  .array(fc.tuple(word, value), { maxLength: 8 })
  .chain((entries) => fc.constantFrom(...KINDS).map((kind) => own([['kind', kind], ...entries])));
const manifest = fc
  .record({
    assets: fc.array(fc.tuple(fc.oneof(word, fc.string()), fc.oneof(asset, value))).map(own),
    defaults: fc.array(fc.tuple(fc.constantFrom(...KINDS), fc.oneof(asset, value))).map(own),
  })
  .map((top) => JSON.stringify(top));

/** An object whose keys are all its own, `__proto__` too. */
function own(entries: readonly (readonly [string, unknown])[]): unknown {
  const object = {};
  for (const [key, each] of entries) {
    Object.defineProperty(object, key, { value: each, enumerable: true, configurable: true });
  }
  return object;
}

const POSITION = /assets\.gen\.json:[1-9]\d*:[1-9]\d* /;

/** Either a manifest, or an error each of whose lines has a place. */
function survives(text: string): boolean {
  const error = errorOf(text);
  if (error === 'no error') return true;
  const lines = error
    .split(/\n {2}(?=assets\.gen\.json:)/)
    .filter((line) => !/^\d+ pro/.test(line));
  return lines.every((line) => POSITION.test(line)) && !/\n\s+at /.test(error);
}

describe('manifests at random', () => {
  it('give a manifest, or errors with their place', () => {
    fc.assert(fc.property(manifest, survives), { numRuns: 250 });
  });

  it('of any JSON do', () => {
    fc.assert(fc.property(fc.json({ maxDepth: 8 }), survives), { numRuns: 200 });
  });

  it('of any text and of any bytes do', () => {
    const bytes = fc.uint8Array({ maxLength: 200 }).map((each) => new TextDecoder().decode(each));
    fc.assert(fc.property(fc.oneof(fc.string(), bytes), survives));
  });

  it('cut off anywhere do', () => {
    const cut = fc.tuple(manifest, fc.nat()).map(([text, at]) => text.slice(0, at % text.length));
    fc.assert(fc.property(cut, survives), { numRuns: 200 });
  });

  it('whatever they hold, leave the prototype of objects alone', () => {
    errorOf('{"__proto__":{"polluted":1},"assets":{"__proto__":{"polluted":1,"kind":"image"}}}');
    errorOf('{"defaults":{"image":{"__proto__":{"prompt":"x"}}},"assets":{"a":{"kind":"image"}}}');
    expect({}).not.toHaveProperty('polluted');
    const text = '{"assets":{"a":{"kind":"image","__proto__":{"prompt":"x"}}}}';
    expect(errorOf(text)).toContain('assets.a.__proto__: unknown key');
  });

  it.each([
    ['arrays', (depth: number) => '['.repeat(depth)],
    ['closed arrays', (depth: number) => '['.repeat(depth) + ']'.repeat(depth)],
    ['objects', (depth: number) => '{"assets":'.repeat(depth) + '1' + '}'.repeat(depth)],
    [
      'an option of an asset',
      (depth: number) =>
        `{"assets":{"a":{"kind":"image","model":"a/b","prompt":"x","extra":{"x":${'['.repeat(depth)}${']'.repeat(depth)}}}}}`,
    ],
  ])('of deep %s say so', (_name, nest) => {
    for (const depth of [101, 1000, 6000, 200_000]) {
      expect(errorOf(nest(depth))).toMatch(/^(?:\d+ problems\s+)?assets\.gen\.json:1:\d+ expected/);
    }
    expect(errorOf(nest(3000))).toContain('at most 100 levels of nesting');
  });

  it.each([
    ['one string', () => `{"assets":{"a":{"kind":"image","prompt":"${'x'.repeat(1e7)}"}}}`],
    ['zeros', () => '\0'.repeat(1e6)],
    ['problems', () => `{"assets":{${list(20_000, (i) => `"a${i}":${i}`)}}}`],
    ['outputs', () => image(list(20_000, (i) => `{"format":"png","width":${i}}`))],
    ['unknown inputs', () => `{"assets":{${list(10_000, (i) => entry(i, `"b${i}"`))}}}`],
    [
      'short nestings',
      () => `{"assets":{"a":[${list(2_000, () => `${'['.repeat(90)}${']'.repeat(90)}`)}]}}`,
    ],
  ])('of megabytes of %s end soon', (_name, make) => {
    const text = make();
    const started = performance.now();
    expect(survives(text)).toBe(true);
    expect(performance.now() - started).toBeLessThan(8000);
  });
});

describe('normalising', () => {
  it('is deterministic, and blind to the order of keys and to white space', () => {
    const good = fc.record({
      kind: fc.constant('image'),
      prompt: fc.string({ minLength: 1 }).filter((text) => text.trim() !== ''),
      variants: fc.integer({ min: 1, max: 4 }),
      revision: fc.nat(9),
      outputs: fc.uniqueArray(fc.constantFrom('png', 'webp', 'avif', 'jpeg'), { minLength: 1 }),
    });
    const reversed = (object: object): object =>
      Object.fromEntries(Object.entries(object).reverse());
    const strip = (text: string): unknown =>
      JSON.parse(JSON.stringify(manifestOf({ m: text }), (key, v) => (key === 'position' ? 0 : v)));
    fc.assert(
      fc.property(good, good, (a, b) => {
        const one = strip(JSON.stringify({ assets: { a, b } }));
        const two = strip(JSON.stringify({ assets: { b: reversed(b), a: reversed(a) } }, null, 3));
        expect(two).toEqual(one);
      }),
      { numRuns: 60 },
    );
  });
});

describe('parseDocument', () => {
  it('tells where each value stands', () => {
    const text = '{\n  "assets": {\n    "a": { "list": [1, { "x": true }] }\n  }\n}';
    const document = parseDocument('m.json', text);
    const numbers = ({ file, line, column }: Position): Position => ({ file, line, column });
    const where = (...path: JsonPath) => numbers(document.where(path));
    expect(where('assets', 'a', 'list', 1, 'x')).toEqual(at(3, 31));
    expect(numbers(document.whereKey(['assets', 'a', 'list', 1, 'x']))).toEqual(at(3, 26));
    expect(where('assets', 'a', 'list', 9, 'x')).toEqual(at(3, 20));
    expect(where('assets', 'missing')).toEqual(at(2, 13));
    expect(where()).toEqual(at(1, 1));
    expect(validateDocument(document).problems).toHaveLength(1);
  });
});

const at = (line: number, column: number) => ({ file: 'm.json', line, column });
const list = (count: number, item: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => item(index)).join(',');
const image = (outputs: string): string =>
  `{"assets":{"a":{"kind":"image","prompt":"x","outputs":[${outputs}]}}}`;
const entry = (index: number, asset: string): string =>
  `"a${index}":{"kind":"image","prompt":"x","references":[{"asset":${asset}}]}`;
