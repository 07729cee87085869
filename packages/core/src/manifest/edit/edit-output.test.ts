import type { ParseError } from 'jsonc-parser';
import { parse } from 'jsonc-parser';
import { expect, it } from 'vitest';
import { declaredOutputs, editOutput } from './edit-output.ts';

const TEXT = `{
  "defaults": { "model": { "outputs": ["glb", { "format": "glb", "suffix": "small" }] } },
  "assets": {
    "hill": {
      "kind": "image",
      "prompt": "a hill",
      "outputs": [
        "webp", // for the page
        /* for mails */
        { "format": "png", "width": 64 }, // small
        { "format": "avif" }
      ]
    },
    "crate": {
      "kind": "model",
      "prompt": "a crate", // of wood
      "outputs": [{ "format": "glb", "textures": { "format": "ktx2" /* on the card */ } }]
    },
    "barrel": { "kind": "model", "prompt": "a barrel" }
  }
}
`;

/** A trailing comma is none. */
function parseErrors(text: string): ParseError[] {
  const errors: ParseError[] = [];
  parse(text, errors, { allowTrailingComma: true });
  return errors;
}

const edit = (name: string, index: number, key: string, value: unknown): string => {
  const outputs = declaredOutputs(TEXT, name, name === 'hill' ? 'image' : 'model')!;
  return editOutput(TEXT, name, { outputs, index, key }, value);
};

it.each<readonly [string, number, string, unknown, string, string]>([
  ['hill', 1, 'width', 32, '"width": 64 }', '"width": 32 }'],
  ['hill', 1, 'quality', 40, '"width": 64 }', '"width": 64, "quality": 40 }'],
  ['hill', 1, 'width', undefined, '{ "format": "png", "width": 64 }', '{ "format": "png" }'],
  ['hill', 0, 'quality', 40, '"webp",', '{ "format": "webp", "quality": 40 },'],
  ['crate', 0, 'textures.maxSize', 512, '"ktx2" /*', '"ktx2", "maxSize": 512 /*'],
  ['crate', 0, 'join', true, '/* on the card */ }', '/* on the card */ }, "join": true'],
  [
    'barrel',
    1,
    'maxTriangles',
    9,
    '"a barrel"',
    '"a barrel", "outputs": ["glb", { "format": "glb", "suffix": "small", "maxTriangles": 9 }]',
  ],
  [
    'barrel',
    0,
    '',
    undefined,
    '"a barrel"',
    '"a barrel", "outputs": [{ "format": "glb", "suffix": "small" }]',
  ],
])('%s, output %i: %s is %j, and all else stays', (name, index, key, value, before, after) => {
  const edited = edit(name, index, key, value);
  expect(edited).toBe(TEXT.replace(before, () => after));
});

it.each([
  [0, '        "webp", // for the page\n', ''],
  [
    1,
    '{ "format": "png", "width": 64 }, // small\n        { "format": "avif" }',
    '{ "format": "avif" }',
  ],
  [2, '64 }, // small\n        { "format": "avif" }', '64 } // small'],
])('takes output %i out, with what is its own and nothing else', (index, before, after) => {
  const edited = edit('hill', index, '', undefined);
  const left = [...declaredOutputs(TEXT, 'hill', 'image')!];
  left.splice(index, 1);
  expect(declaredOutputs(edited, 'hill', 'image')).toEqual(left);
  expect(parseErrors(edited)).toEqual([]);
  expect(edited).toBe(TEXT.replace(before, () => after));
});

it.each([
  ['[{ "a": 1 }, { "a": 2 } /* two, or more */]', 1, '[{ "a": 1 } /* two, or more */]'],
  ['["a" /* one, two */, "b"]', 1, '["a" /* one, two */]'],
  ['["a" /* one, two */, "b"]', 0, '["b"]'],
  ['["a", "b",]', 1, '["a", ]'],
  ['["a","b"]', 0, '["b"]'],
  ['["a","b"]', 1, '["a"]'],
  ['["a", /* b */ "b"]', 1, '["a"]'],
])('takes one of %s out, on one line', (list, index, left) => {
  const text = `{ "assets": { "x": { "kind": "image", "outputs": ${list} } } }`;
  const outputs = declaredOutputs(text, 'x', 'image')!;
  const edited = editOutput(text, 'x', { outputs, index, key: '' }, undefined);
  expect(edited).toBe(text.replace(list, left));
  expect(parseErrors(edited)).toEqual([]);
});

it('knows none where neither asset nor defaults name any', () => {
  expect(declaredOutputs('{ "assets": { "a": { "kind": "image" } } }', 'a', 'image')).toBeNull();
});
