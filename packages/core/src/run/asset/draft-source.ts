import type { Asset } from '../../manifest/manifest.ts';

const PICTURE = { references: [], aspectRatio: '1:1', modelKey: 'image-2' } as const;
const VIDEO = { references: [], aspectRatio: '16:9', duration: 5, resolution: '720p' } as const;

/**
 * An asset whose draft can be drawn: what was bought elsewhere, by its UUID, is known only to its
 * service, so its draft is drawn from the words of its name.
 */
export function draftSource(asset: Asset): Asset {
  if (asset.source.type !== 'uuid') return asset;
  const prompt =
    asset.name
      .split('/')
      .at(-1)
      ?.replaceAll(/[._-]+/g, ' ')
      .trim() || asset.name;
  switch (asset.kind) {
    case 'model':
      return { ...asset, source: { type: 'text', prompt } };
    case 'image':
      return { ...asset, source: { type: 'picture', prompt, ...PICTURE } };
    case 'video':
      return { ...asset, source: { type: 'text', prompt, ...VIDEO } };
    case 'chibi':
      return { ...asset, source: { ...asset.source, type: 'images' } };
  }
}
