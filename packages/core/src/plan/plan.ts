import type { Lock } from '../lock/types.ts';
import type { Manifest } from '../manifest/types.ts';
import type { AssetPlan, Facts } from './plan-asset.ts';
import { planAsset } from './plan-asset.ts';
import type { PointsRange, Prices } from './prices.ts';
import { FREE, addPoints, learnPrices } from './prices.ts';
import { recipeFingerprint } from './recipe.ts';

/** What a run would do, with its price. */
export interface Plan {
  readonly assets: readonly AssetPlan[];
  readonly points: PointsRange;
  readonly prices: Prices;
  /** Entries of the lock that no manifest asks for any more. */
  readonly obsolete: readonly string[];
}

/** Plans every asset. Pure. */
export function planManifest(manifest: Manifest, lock: Lock, facts: Facts): Plan {
  const prices = learnPrices(
    manifest.assets,
    lock,
    (asset) => lock.assets[asset.name]?.recipe === recipeFingerprint(asset, facts.digests),
  );
  const assets = manifest.assets.map((asset) =>
    planAsset(asset, lock.assets[asset.name], facts, prices),
  );
  const names = new Set(manifest.assets.map((asset) => asset.name));
  return {
    assets,
    prices,
    points: assets.reduce((sum, each) => addPoints(sum, each.points), FREE),
    obsolete: Object.keys(lock.assets).filter((name) => !names.has(name)),
  };
}
