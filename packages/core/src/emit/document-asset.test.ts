import { expect, it } from 'vitest';
import { manifestOf } from '../testing/manifests.ts';
import type { Lock, OutputMeta } from '../lock/lock.ts';
import { declarationCode, withoutComments } from './declaration-code.ts';

/** The JSDoc that stands before the value of a module. */
function docOf(id: string, lock?: Lock): string | undefined {
  const manifest = manifestOf({
    'assets.gen.json': JSON.stringify({
      assets: {
        rock: {
          kind: 'model',
          prompt: 'secret words',
          outputs: ['glb', { format: 'usdz', size: 120 }],
        },
        hero: {
          kind: 'image',
          prompt: 'secret words',
          outputs: [
            { format: 'avif', width: 1280 },
            { format: 'webp', width: 64, height: 32 },
            'png',
          ],
        },
        film: {
          kind: 'video',
          prompt: 'secret words',
          outputs: ['mp4', { format: 'webp', poster: true }],
        },
      },
    }),
  });
  const code = declarationCode(manifest, '@gen', lock);
  expect(withoutComments(code)).toBe(withoutComments(declarationCode(manifest, '@gen')));
  expect(code).not.toContain('secret');
  const start = code.indexOf(`declare module ${JSON.stringify(id)}`);
  return /\/\*\* (.*?) \*\/\n {2}const/.exec(code.slice(start))?.[1];
}

it.each([
  ['@gen/hero.1280w.avif', 'image · avif · 1280 wide ![](./.assetgen/files/hero.1280w.avif)'],
  ['@gen/hero.64w.webp', 'image · webp · 64 × 32 ![](./.assetgen/files/hero.64w.webp)'],
  ['@gen/hero.png', 'image · png ![](./.assetgen/files/hero.png)'],
  ['@gen/hero', 'image · 3 files ![](./.assetgen/files/hero.64w.webp)'],
  ['@gen/film.mp4', 'video · mp4 ![](./.assetgen/files/film.poster.webp)'],
  ['@gen/rock.120mm.usdz', 'model · usdz · 120 mm'],
  ['@gen/rock', 'model · 2 files'],
])('%s says what it is, with a picture where there is one', (id, doc) => {
  expect(docOf(id)).toBe(doc);
});

it.each<[string, number, OutputMeta, string]>([
  [
    'rock.glb',
    5_114_304,
    { triangles: 99_890, vertices: 1 },
    'model · glb · 99,890 triangles · 5.11 MB',
  ],
  ['rock.120mm.usdz', 1_000_000, {}, 'model · usdz · 120 mm · 1 MB'],
  [
    'hero.1280w.avif',
    34_567,
    { width: 1280, height: 720 },
    'image · avif · 1280 × 720 · 34.6 kB ![](./.assetgen/files/hero.1280w.avif)',
  ],
  [
    'film.mp4',
    999_400,
    { width: 854, height: 480, duration: 4.0417 },
    'video · mp4 · 854 × 480 · 4.04 s · 999 kB ![](./.assetgen/files/film.poster.webp)',
  ],
])('%s says what the lock knows of the file', (name, bytes, meta, doc) => {
  const asset = name.replace(/\..*/, '');
  const outputs = { [name]: { bytes, meta } };
  expect(docOf(`@gen/${name}`, { assets: { [asset]: { outputs } } } as unknown as Lock)).toBe(doc);
});
