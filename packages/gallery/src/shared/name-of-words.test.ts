import { expect, it } from 'vitest';
import { nameOfWords } from './name-of-words.ts';

it.each([
  ['a small red dragon, game ready', 'small-red-dragon'],
  ['The café at the sea', 'cafe-sea'],
  ["it's 3 o'clock", 'its-3-oclock'],
  ['a', ''],
  ['', ''],
  ['日本の山', ''],
  ['x'.repeat(90), 'x'.repeat(40)],
])('%j gives %j', (prompt, name) => {
  expect(nameOfWords(prompt)).toBe(name);
});
