import { expect, it } from 'vitest';
import { manifestOf } from '../testing/manifests.ts';
import { declarationCode } from './declarations.ts';

/** The JSDoc that stands before the value of a module. */
function docOf(id: string): string | undefined {
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
  const code = declarationCode(manifest, '@gen');
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
