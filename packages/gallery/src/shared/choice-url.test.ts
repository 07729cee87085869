import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { parsePlace, printPlace } from './choice-url.ts';

const DEFAULTS = { text: '', kind: 'all' };

it.each([
  ['', { asset: null, texts: {} }, '#/'],
  ['#/', { asset: null, texts: {} }, '#/'],
  ['#/asset/props/dragon', { asset: 'props/dragon', texts: {} }, '#/asset/props/dragon'],
  [
    '#/?kind=model&text=a+red+one',
    { asset: null, texts: { kind: 'model', text: 'a red one' } },
    '#/?kind=model&text=a+red+one',
  ],
  ['#/asset/a?kind=all', { asset: 'a', texts: { kind: 'all' } }, '#/asset/a'],
  ['#/asset/%', { asset: '%', texts: {} }, '#/asset/%25'],
] as const)('%s', (hash, place, printed) => {
  expect(parsePlace(hash)).toEqual(place);
  expect(printPlace(place, DEFAULTS)).toBe(printed);
});

it('whatever is printed is read again', () => {
  const texts = fc.dictionary(
    fc.string().filter((key) => key !== '__proto__'),
    fc.string({ minLength: 1 }),
  );
  fc.assert(
    fc.property(fc.option(fc.string({ minLength: 1 })), texts, (asset, given) => {
      const place = { asset, texts: { ...given } };
      expect(parsePlace(printPlace(place, {}))).toEqual(place);
    }),
  );
});
