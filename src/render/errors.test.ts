import { describe, expect, it } from 'vitest';
import { printErrors } from './errors.ts';

const KEY = { code: 'ASSETGEN_KEY', message: 'the service needs a key', hint: 'Set it.' };
const frozen = (asset: string) => ({
  code: 'ASSETGEN_FROZEN',
  asset,
  message: `${asset}: new`,
  hint: 'Run it here.',
});

describe('printErrors', () => {
  it('says once what is the same for several assets, and names them', () => {
    const printed = printErrors(
      [
        { ...KEY, asset: 'hero' },
        { ...KEY, asset: 'crate' },
      ],
      false,
    );
    expect(printed.join('\n')).toMatchInlineSnapshot(`
      "ASSETGEN_KEY the service needs a key
        for hero, crate
        → Set it."
    `);
  });

  it('gives an advice that several share below the last', () => {
    const printed = printErrors([frozen('hero'), frozen('crate'), { ...KEY, asset: null }], false);
    expect(printed.join('\n')).toMatchInlineSnapshot(`
      "ASSETGEN_FROZEN hero: new
      ASSETGEN_FROZEN crate: new
        → Run it here.
      ASSETGEN_KEY the service needs a key
        → Set it."
    `);
  });

  it.each([
    ['key', 'the service needs a key', true],
    ['a', 'expected an image: unsupported format', true],
    ['hero', 'heroes/ann: new', true],
    ['hero', 'hero: new', false],
    ['hero', 'assets.gen.json:3:5 hero: new', false],
    ['hero', 'hero.640w.png: expected maxBytes 1', false],
    ['hero', 'the recipe of "hero" changed', false],
  ])('names %s below %j: %s', (asset, message, isAdded) => {
    const [printed = ''] = printErrors([{ code: 'ASSETGEN_X', asset, message, hint: null }], false);
    expect(printed.includes(`\n  for ${asset}`)).toBe(isAdded);
  });

  it('names an asset that the message does not, and not a hundred', () => {
    const many = Array.from({ length: 100 }, (_, i) => ({ ...KEY, asset: `prop-${i}` }));
    expect(printErrors(many.slice(0, 1), false)[0]).toContain('  for prop-0\n');
    expect(printErrors(many, false)[0]).toContain(', prop-7 and 92 more\n');
  });
});
