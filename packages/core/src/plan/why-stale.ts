import type { Asset, Output } from '../manifest/manifest.ts';
import type { LockedAsset, LockedOutput } from '../lock/lock.ts';
import { otherVersion } from './output-fingerprint.ts';
import { sourceOf } from './wanted-fingerprint.ts';

/** Why an output is not as it is in the lock. */
export interface Staleness {
  /** The version of assetgen that locked it, if that alone differs: nothing in the project changed. */
  readonly version: 'earlier' | 'later' | null;
  /** In words: `hero.webp changed`. */
  readonly reason: string;
}

export function whyStale(
  asset: Asset,
  output: Output,
  locked: LockedAsset,
  { fingerprint }: LockedOutput,
): Staleness {
  const source = sourceOf(asset, output, locked);
  const version = source === null ? null : otherVersion(output, source.digest, fingerprint);
  if (version === null) return { version, reason: `${output.name} changed` };
  const by = version === 'earlier' ? 'an earlier' : 'a later';
  return { version, reason: `${output.name} is from ${by} version of assetgen` };
}
