import { FIXED_POINTS } from '@assetgen/client/wire';
import type { Lock } from '../lock/types.ts';
import type { Asset } from '../manifest/types.ts';
import { canonicalJson } from './canonical.ts';

/** Points as a range; `max` null: unknown. */
export interface PointsRange {
  readonly min: number;
  readonly max: number | null;
}

export const FREE: PointsRange = { min: 0, max: 0 };

export function addPoints(a: PointsRange, b: PointsRange): PointsRange {
  return { min: a.min + b.min, max: a.max === null || b.max === null ? null : a.max + b.max };
}

/** Tells what one candidate of an asset costs. */
export interface Prices {
  create(asset: Asset): PointsRange;
  readonly convert: PointsRange;
}

const CONVERT: PointsRange = {
  min: FIXED_POINTS.convertToFormat,
  max: FIXED_POINTS.convertToFormat,
};

/**
 * Prices learned from the lock: what the same operation with the same parameters was charged
 * before. Fixed prices are the specification's (section 8).
 */
export function learnPrices(
  assets: readonly Asset[],
  lock: Lock,
  isCurrent: (asset: Asset) => boolean,
): Prices {
  // Learned when the first price is asked for: a plan without a create never asks.
  let learned: ReadonlyMap<string, PointsRange> | null = null;
  return {
    convert: CONVERT,
    create(asset) {
      if (asset.kind === 'chibi') {
        // Per call or per image is not said: the range holds both.
        const { createCuteModelsFromImages: once } = FIXED_POINTS;
        return { min: once, max: once * asset.source.images.length };
      }
      learned ??= learn(assets, lock, isCurrent);
      return learned.get(priceKey(asset)) ?? { min: 0, max: null };
    },
  };
}

function learn(
  assets: readonly Asset[],
  lock: Lock,
  isCurrent: (asset: Asset) => boolean,
): ReadonlyMap<string, PointsRange> {
  const seen = new Map<string, { min: number; max: number }>();
  for (const asset of assets) {
    const locked = lock.assets[asset.name];
    if (locked === undefined || !isCurrent(asset)) continue;
    for (const job of locked.jobs) {
      if (job.points === null || job.uuids.length === 0) continue;
      const each = job.points / job.uuids.length;
      const key = priceKey(asset);
      const known = seen.get(key) ?? { min: each, max: each };
      seen.set(key, { min: Math.min(known.min, each), max: Math.max(known.max, each) });
    }
  }
  return seen;
}

/** What a price may depend on: the operation and its parameters, never the words or the images. */
function priceKey(asset: Asset): string {
  switch (asset.kind) {
    case 'model': {
      const { quality, faces, pbr, meshOnly, source } = asset;
      const enhance = source.type === 'image' && source.enhance;
      return canonicalJson(['model', source.type, quality, faces, pbr, meshOnly, enhance]);
    }
    case 'image': {
      const { source } = asset;
      if (source.type === 'picture') {
        return canonicalJson(['picture', source.modelKey, source.aspectRatio]);
      }
      if (source.type === 'local') return 'local';
      const { model, mode, resolution, aspectRatio, extra } = source;
      return canonicalJson(['v1', model, mode, resolution, aspectRatio, extra]);
    }
    case 'video': {
      const { duration, resolution, aspectRatio } = asset.source;
      return canonicalJson(['video', duration, resolution, aspectRatio]);
    }
    case 'chibi':
      return 'chibi';
  }
}
