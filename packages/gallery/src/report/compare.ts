import type { LockedAsset } from '@assetgen/core';
import type { Total } from '../shared/total-of.ts';
import { totalOf } from '../shared/total-of.ts';
import type { Change } from './types.ts';

/** What became of an asset between two locks; null: nothing that one could see. */
export function changeOf(
  before: LockedAsset | undefined,
  now: LockedAsset | undefined,
): Change | null {
  if (before === undefined) return now === undefined ? null : 'added';
  if (now === undefined) return 'removed';
  return picture(before) === picture(now) ? null : 'changed';
}

/** All that a person would see another of: what was asked for, and the bytes of the outputs. */
function picture({ recipe, outputs }: LockedAsset): string {
  const files = Object.entries(outputs).map(([name, { digest }]) => [name, digest]);
  return JSON.stringify([recipe, files.sort(([a = ''], [b = '']) => (a < b ? -1 : 1))]);
}

/** Points of the jobs of an entry that an earlier one does not have. */
export function pointsSince(before: LockedAsset | undefined, now: LockedAsset | undefined): Total {
  const known = new Set((before?.jobs ?? []).flatMap(({ uuids }) => uuids));
  const bought = (now?.jobs ?? []).filter(({ uuids }) => uuids.some((uuid) => !known.has(uuid)));
  return totalOf(bought.map(({ points }) => points));
}
