import type { Asset } from './manifest.ts';

/** The words that an asset is made from; null where there are none. */
export function promptOf(asset: Asset): string | null {
  if ('prompt' in asset.source) return asset.source.prompt;
  return asset.kind === 'chibi' ? asset.source.style : null;
}
