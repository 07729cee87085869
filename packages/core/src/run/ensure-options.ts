import type { Mode } from '../config/assetgen-options.ts';
import type { AssetView } from '../emit/asset-view.ts';
import type { PointsRange } from '../plan/prices.ts';
import type { SavedPlan } from '../plan/saved-plan.ts';
import type { BuildReport } from './report/build-report.ts';

/** The price of a build that is about to begin. */
export interface Spend {
  /** Names of the assets that may cost points. */
  readonly assets: readonly string[];
  /** The total; `max` null: the price of some asset is unknown. */
  readonly points: PointsRange;
  /** The total of the plan that the person saw last; null: none was shown. */
  readonly planned: number | null;
}

export interface EnsureOptions {
  readonly mode?: Mode;
  readonly only?: readonly string[];
  readonly resubmit?: readonly string[];
  readonly budget?: number;
  /** Only part `index` (from 1) of `count`: assets that share a purchase stay together. */
  readonly shard?: { readonly index: number; readonly count: number };
  /** Follows exactly this plan, or throws `ASSETGEN_STALE_PLAN`. */
  readonly plan?: SavedPlan;
  /**
   * Asks a person before the run spends an unknown number of points, or more than the last plan showed. false: nothing
   * is bought, and `ensure` throws `ASSETGEN_DECLINED`. @default nobody is asked
   */
  readonly confirm?: (spend: Spend) => Promise<boolean>;
  readonly signal?: AbortSignal;
}

export interface EnsureResult {
  readonly report: BuildReport;
  /** Outputs that exist; a failed asset has none. */
  readonly view: AssetView;
  /**
   * sha256 (64 hex digits) of the lock that this run read and left: a watcher that finds the lock so
   * need not look again. null or not there: no lock, one that someone else wrote meanwhile, not known.
   */
  readonly lockDigest?: string | null;
  /** Absolute paths of the modules that are files, where the config asks for them. */
  readonly modules?: readonly string[];
  /** Public outputs that do not exist, as their asset failed. */
  readonly missingPublic?: readonly MissingPublic[];
}

/** A public output without a file. */
export interface MissingPublic {
  /** Name of the asset: `props/dragon`. */
  readonly asset: string;
  /** `models/dragon.glb`: where it would be served. */
  readonly public: string;
}
