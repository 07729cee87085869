import type { Asset, ImageInput } from './manifest.ts';

/** The images that an asset takes in. */
export function inputsOf(asset: Asset): readonly ImageInput[] {
  switch (asset.source.type) {
    case 'text':
      return 'references' in asset.source ? asset.source.references : [];
    case 'image':
    case 'local':
      return [asset.source.input];
    case 'picture':
    case 'v1':
      return asset.source.references;
    case 'images':
      return asset.source.images;
    case 'uuid':
      return [];
  }
}
