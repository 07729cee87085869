import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { totalOf } from './total-of.ts';
import { wordChanges } from './word-diff.ts';

const textOf = (parts: ReturnType<typeof wordChanges>, without: string): string =>
  parts
    .filter(({ type }) => type !== without)
    .map(({ text }) => text)
    .join('');

it('marks the words that differ', () => {
  expect(wordChanges('a green hill', 'a red hill')).toEqual([
    { type: 'same', text: 'a ' },
    { type: 'gone', text: 'green' },
    { type: 'new', text: 'red' },
    { type: 'same', text: ' hill' },
  ]);
});

it('both texts can be read from what it gives', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (before, after) => {
      const parts = wordChanges(before, after);
      expect(textOf(parts, 'new')).toBe(before);
      expect(textOf(parts, 'gone')).toBe(after);
    }),
  );
});

it.each([
  [[20, 5], { known: 25, untold: 0 }],
  [[0, 0], { known: 0, untold: 0 }],
  [[20, null, 5], { known: 25, untold: 1 }],
  [[null], { known: 0, untold: 1 }],
])('a total adds up what is known: %j', (points, total) => {
  expect(totalOf(points)).toEqual(total);
});
