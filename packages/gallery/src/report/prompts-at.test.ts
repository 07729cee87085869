import { expect, test } from 'vitest';
import { promptsIn } from './prompts-at.ts';

test('the words of each asset, prompts or styles, comments or not', () => {
  const text = `\uFEFF{ // words
    "assets": { "a": { "prompt": "a red boat" }, "b": { "style": "flat" }, "c": { "source": "x" }, }
  }`;
  expect(promptsIn(text)).toEqual([
    ['a', 'a red boat'],
    ['b', 'flat'],
  ]);
});

test.each([
  '',
  'null',
  '[]',
  '{"assets":[null,{"prompt":4}]}',
  '{"assets":{"a":null}}',
  '<<<<<<< ours',
])('a manifest that is none has no words: %s', (text) => {
  expect(promptsIn(text)).toEqual([]);
});
