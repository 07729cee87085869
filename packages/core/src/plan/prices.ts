import { FIXED_POINTS } from '@assetgen/client/wire';
import type { Lock, ServiceSort } from '../lock/lock.ts';
import type { Asset } from '../manifest/manifest.ts';
import { fingerprint } from './canonical-json.ts';

/** Points as a range; `max` null: unknown. */
export interface PointsRange {
  readonly min: number;
  readonly max: number | null;
}

export const FREE: PointsRange = { min: 0, max: 0 };
const UNKNOWN: PointsRange = { min: 0, max: null };

// What changes nothing makes no object: of 10,000 assets each would have five of them.

export function addPoints(a: PointsRange, b: PointsRange): PointsRange {
  if (b === FREE) return a;
  if (a === FREE) return b;
  return { min: a.min + b.min, max: a.max === null || b.max === null ? null : a.max + b.max };
}

export function sumPoints(all: readonly PointsRange[]): PointsRange {
  let min = 0;
  let max: number | null = 0;
  all.forEach((each) => {
    min += each.min;
    max = max === null || each.max === null ? null : max + each.max;
  });
  return { min, max };
}

export function scalePoints(points: PointsRange, count: number): PointsRange {
  if (count === 1) return points;
  if (count === 0 && points.max !== null) return FREE;
  return { min: points.min * count, max: points.max === null ? null : points.max * count };
}

/** Tells what one variant of an asset costs. */
export interface Prices {
  create(asset: Asset): PointsRange;
  /** A create of this run was charged: `each` points a variant. */
  learn(asset: Asset, each: number): void;
  readonly convert: PointsRange;
}

const CONVERT: PointsRange = {
  min: FIXED_POINTS.convertToFormat,
  max: FIXED_POINTS.convertToFormat,
};

/**
 * Prices learned from the lock: what the same operation with the same parameters was charged
 * before by the same sort of service, whatever its prompt and images: of a purchase that does not name it, nobody
 * knows whose points they were. Fixed prices are the specification's (section 8).
 */
export function learnPrices(lock: Lock, service: ServiceSort): Prices {
  // Learned when the first price is asked for: a plan without a create never asks.
  let learned: Map<string, PointsRange> | null = null;
  const shortHash = memoisedHash();
  const keyOf = (asset: Asset): string => {
    const { operation, fields } = priceFields(asset);
    return printKey(
      operation,
      Object.entries(fields).map(([name, value]) => [name, shortHash(value)]),
    );
  };
  return {
    convert: CONVERT,
    create(asset) {
      if (asset.kind === 'chibi') {
        // Per call or per image is not said: the range holds both.
        const { createCuteModelsFromImages: once } = FIXED_POINTS;
        return { min: once, max: once * asset.source.images.length };
      }
      learned ??= learn(lock, service);
      const known = learned.size === 0 ? undefined : learned.get(keyOf(asset));
      return known ?? UNKNOWN;
    },
    learn(asset, each) {
      if (asset.kind !== 'chibi') widen((learned ??= learn(lock, service)), keyOf(asset), each);
    },
  };
}

function learn(lock: Lock, wanted: ServiceSort): Map<string, PointsRange> {
  const seen = new Map<string, PointsRange>();
  for (const { jobs, fields } of Object.values(lock.assets)) {
    for (const { operation, points, uuids, service } of jobs) {
      if (points === null || uuids.length === 0 || service !== wanted) continue;
      const names = PRICED[operation] ?? [];
      const key = printKey(
        operation,
        names.map((name) => [name, fields[name] ?? '']),
      );
      widen(seen, key, points / uuids.length);
    }
  }
  return seen;
}

function widen(prices: Map<string, PointsRange>, key: string, each: number): void {
  const known = prices.get(key);
  prices.set(key, {
    min: Math.min(known?.min ?? each, each),
    max: Math.max(known?.max ?? each, each),
  });
}

/**
 * The fields of a recipe that a price may depend on, by operation: its parameters, never the words
 * or the images. The lock holds a short hash of each.
 */
const PRICED: Readonly<Record<string, readonly string[]>> = {
  generateModelWithText: ['faces', 'meshOnly', 'pbr', 'quality'],
  generateModelWithImage: ['enhanceImage', 'faces', 'meshOnly', 'pbr', 'quality'],
  createNormalPicture: ['aspectRatio', 'modelKey'],
  generateImages: ['aspectRatio', 'extra', 'mode', 'model', 'resolution'],
  createNormalVideo: ['aspectRatio', 'duration', 'resolution'],
};

/** The operation that makes an asset; empty where no service does. */
export function operationOf(asset: Asset): string {
  return priceFields(asset).operation;
}

/** The same fields of an asset, with their values. */
function priceFields(asset: Asset): {
  readonly operation: string;
  readonly fields: Readonly<Record<string, unknown>>;
} {
  // An asset that is not bought has no price.
  if (asset.source.type === 'local' || asset.source.type === 'uuid') {
    return { operation: '', fields: {} };
  }
  switch (asset.kind) {
    case 'model': {
      const { quality, faces, pbr, meshOnly, source } = asset;
      const fields = { faces, meshOnly, pbr, quality };
      if (source.type !== 'image') return { operation: 'generateModelWithText', fields };
      const enhanced = { enhanceImage: source.enhance, ...fields };
      return { operation: 'generateModelWithImage', fields: enhanced };
    }
    case 'image': {
      const { source } = asset;
      if (source.type === 'picture') {
        const { aspectRatio, modelKey } = source;
        return { operation: 'createNormalPicture', fields: { aspectRatio, modelKey } };
      }
      const { aspectRatio, extra, mode, model, resolution } = source;
      const fields = { aspectRatio, extra, mode, model, resolution };
      return { operation: 'generateImages', fields };
    }
    case 'video': {
      const { aspectRatio, duration, resolution } = asset.source;
      return { operation: 'createNormalVideo', fields: { aspectRatio, duration, resolution } };
    }
    case 'chibi':
      return { operation: 'createCuteModelsFromImages', fields: {} };
  }
}

function printKey(operation: string, hashes: readonly (readonly [string, string])[]): string {
  return [operation, ...hashes.map(([name, hash]) => `${name}=${hash}`)].join(' ');
}

/** The hash that the lock's fields have; the same few values come again and again. */
function memoisedHash(): (value: unknown) => string {
  const known = new Map<unknown, string>();
  return (value) => {
    const found = known.get(value);
    if (found !== undefined) return found;
    const hash = fingerprint(value ?? null).slice(0, 12);
    if (typeof value !== 'object') known.set(value, hash);
    return hash;
  };
}
