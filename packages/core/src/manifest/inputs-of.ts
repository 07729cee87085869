import type { Asset, ImageInput } from './manifest.ts';

/** The images that an asset takes in. */
export function inputsOf(asset: Asset): readonly ImageInput[] {
  switch (asset.source.type) {
    case 'text':
      return 'references' in asset.source ? asset.source.references : NO_INPUTS;
    case 'image':
    case 'local':
      return [asset.source.input];
    case 'picture':
    case 'v1':
      return asset.source.references;
    case 'images':
      return asset.source.images;
    case 'uuid':
      return NO_INPUTS;
  }
}

/** One for all: most assets take nothing in. */
const NO_INPUTS: readonly ImageInput[] = [];
