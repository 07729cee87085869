import type { LockedAsset } from '../lock/lock.ts';
import { adoptedUuids } from '../manifest/adopted-uuids.ts';
import type { Asset, Output } from '../manifest/manifest.ts';

/** Which source of an output failed, and why: `figure 2 failed at the service (no face)`. */
export function failedSource(asset: Asset, { member }: Output, locked: LockedAsset): string {
  const isFigure = asset.kind === 'chibi';
  const number = isFigure ? member + 1 : asset.pick;
  const variant = locked.variants[number - 1];
  const reason =
    variant !== undefined && 'failed' in variant && variant.reason !== undefined
      ? ` (${variant.reason})`
      : '';
  const name = isFigure ? ` "${asset.source.members[member] ?? ''}"` : '';
  return `${isFigure ? 'figure' : 'variant'} ${number}${name} failed at the service${reason}`;
}

/** What a person can do about it, by what the kind of the asset has. */
export function waysOut(asset: Asset): string {
  const { kind, source } = asset;
  if (adoptedUuids(asset) !== null) return 'give another "uuid"';
  if (kind !== 'chibi') return asset.variants > 1 ? 'pick another, or reroll' : 'reroll it';
  const all = 'reroll it, which buys all figures again';
  if (source.images.length === 1) return 'give another image, or reroll it';
  return `take its image out of "images", which buys nothing again, or ${all}`;
}
