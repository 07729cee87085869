import { expect, it } from 'vitest';
import { parseSelection, printSelection } from './selection-text.ts';

const NAMES = Array.from({ length: 2000 }, (_, index) => `props/asset-${index}`);

it('a selection is its names in an address', () => {
  const text = printSelection(new Set(['b', 'a/c']), NAMES);
  expect(text).toBe('a/c*b');
  expect(parseSelection(text!, NAMES)).toEqual(new Set(['a/c', 'b']));
  expect(parseSelection('', NAMES)).toEqual(new Set());
});

it('of very many, all that the filters show is one character, and any other is told as too many', () => {
  const text = printSelection(new Set(NAMES), NAMES);
  expect(text).toBe('*');
  // The link is opened when there is one more.
  expect(parseSelection('*', [...NAMES, 'new'])).toEqual(new Set([...NAMES, 'new']));
  expect(printSelection(new Set(NAMES.slice(1)), NAMES)).toBeNull();
  expect(printSelection(new Set(NAMES), NAMES.slice(0, 10))).toBeNull();
});

it('never makes an address long', () => {
  for (let count = 0; count <= NAMES.length; count += 7) {
    const text = printSelection(new Set(NAMES.slice(0, count)), NAMES) ?? '';
    expect(text.length).toBeLessThanOrEqual(2000);
  }
});
