import { describe, expect, it } from 'vitest';
import { manifestOf } from '../../testing/manifests.ts';
import { selectOnly } from './select-only.ts';

const image = { kind: 'image', prompt: 'x' };
const MANIFEST = manifestOf({
  'assets.gen.json': JSON.stringify({
    assets: {
      'props/dragon': { ...image, references: [{ asset: 'sketch' }] },
      'props/far/tree': image,
      'props/lamp': image,
      'props.old': image,
      hero: image,
      sketch: image,
    },
  }),
});
const select = (...only: string[]): string[] => [...(selectOnly(MANIFEST, only) ?? ['all'])].sort();

describe('assets by name or pattern', () => {
  it.each([
    [[], ['all']],
    [['hero'], ['hero']],
    [['props/l*'], ['props/lamp']],
    [['props/*'], ['props/dragon', 'props/lamp', 'sketch']],
    [['props/**'], ['props/dragon', 'props/far/tree', 'props/lamp', 'sketch']],
    [['**/tree'], ['props/far/tree']],
    [['**/hero'], ['hero']],
    [
      ['her?', 'props.*'],
      ['hero', 'props.old'],
    ],
  ])('%j', (only, expected) => {
    expect(select(...only)).toEqual(expected);
  });

  it.each([
    ['hera', 'no asset "hera"', 'Did you mean "hero"?'],
    ['dragon', 'no asset "dragon"', 'Did you mean "props/dragon"?'],
    ['probs/*', 'no asset matches "probs/*"', 'Did you mean "props/*"?'],
    ['probs/dra*', 'no asset matches "probs/dra*"', /^Assets: /],
    ['nothing', 'no asset "nothing"', /^Assets: /],
    ['hero+', 'no asset "hero+"', 'Did you mean "hero"?'],
  ])('%s is an error', (name, message, hint) => {
    const thrown = (() => {
      try {
        return select(name);
      } catch (error) {
        return error;
      }
    })();
    expect(thrown).toMatchObject({
      code: 'ASSETGEN_USAGE',
      message,
      hint: typeof hint === 'string' ? hint : expect.stringMatching(hint),
    });
  });
});
