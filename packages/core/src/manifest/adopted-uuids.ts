import type { Asset } from './manifest.ts';

/**
 * The UUIDs that an asset takes over; null where it is made. They were bought elsewhere, or by a
 * create whose answer nobody could read: nothing of the asset is bought.
 */
export function adoptedUuids({ source }: Asset): readonly string[] | null {
  return 'uuids' in source ? source.uuids : null;
}

/** Whether an asset is bought: neither taken over nor converted from a file of the project. */
export function isBought(asset: Asset): boolean {
  return asset.source.type !== 'local' && adoptedUuids(asset) === null;
}
