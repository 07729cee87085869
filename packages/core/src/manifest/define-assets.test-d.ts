import { describe, expectTypeOf, it } from 'vitest';
import type { AssetEntry, ManifestEntry } from './define-assets.ts';
import { defineAssets } from './define-assets.ts';

describe('defineAssets', () => {
  it('takes all kinds, by name or computed', () => {
    const trees = ['oak', 'elm'].map((name): [string, AssetEntry] => [
      name,
      { kind: 'model', prompt: name, quality: 'standard', outputs: ['glb', { format: 'usdz' }] },
    ]);
    const made = defineAssets({
      defaults: { image: { aspectRatio: '16:9' } },
      assets: {
        ...Object.fromEntries(trees),
        statue: { kind: 'model', image: { asset: 'concept' } },
        team: { kind: 'chibi', images: ['a.png'], style: 's' },
        film: {
          kind: 'video',
          prompt: 'x',
          outputs: [
            'mp4',
            'webm',
            { format: 'webm', codec: 'av1' },
            { format: 'webp', poster: true },
          ],
        },
        chair: {
          kind: 'model',
          prompt: 'x',
          outputs: [
            { format: 'glb', preset: 'web', lods: [1, 0.5], compress: 'none', center: true },
            { format: 'webp', thumbnail: true, width: 256 },
          ],
        },
      },
    });
    expectTypeOf(made).toEqualTypeOf<ManifestEntry>();
  });

  it('refuses what the manifest refuses', () => {
    // @ts-expect-error a misspelt key
    defineAssets({ assets: { a: { kind: 'image', promt: 'x' } } });
    // @ts-expect-error a format of another kind
    defineAssets({ assets: { a: { kind: 'image', prompt: 'x', outputs: ['glb'] } } });
    // @ts-expect-error a chibi without a style
    defineAssets({ assets: { a: { kind: 'chibi', images: ['a.png'] } } });
  });
});
