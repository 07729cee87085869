import type { Fingerprint } from '../brands.ts';
import type { Lock } from '../lock/lock.ts';
import type { AssetPlan, OutputPlan } from './asset-plan.ts';
import type { AssetState } from './asset-state.ts';
import type { Facts } from './facts.ts';
import { planAsset } from './plan-asset.ts';
import { wantedFingerprint } from './wanted-fingerprint.ts';
import type { PointsRange, Prices } from './prices.ts';
import { scalePoints, sumPoints } from './prices.ts';

/** What a run would do, with its price. */
export interface Plan {
  readonly assets: readonly AssetPlan[];
  readonly points: PointsRange;
  readonly prices: Prices;
  /** Entries of the lock that no manifest asks for any more. */
  readonly obsolete: readonly string[];
}

/**
 * Plans every asset. Pure.
 * @param states of all assets of the manifest
 * @param prices learned from the lock
 */
export function planManifest(
  states: readonly AssetState[],
  lock: Lock,
  facts: Facts,
  prices: Prices,
): Plan {
  const plans = shareRecipes(
    states.map((state) => planAsset(state, facts, prices)),
    prices,
  );
  const assets = shareConversions(plans, prices);
  return {
    assets,
    prices,
    points: sumPoints(assets.map(({ points }) => points)),
    obsolete: obsoleteNames(states, lock),
  };
}

function obsoleteNames(states: readonly AssetState[], lock: Lock): string[] {
  const locked = Object.keys(lock.assets);
  if (locked.length === 0) return locked;
  const names = new Set(states.map(({ asset }) => asset.name));
  return locked.filter((name) => !names.has(name));
}

/** Assets with one recipe are bought once: the first pays, the others pay for what is more. */
function shareRecipes(plans: readonly AssetPlan[], prices: Prices): AssetPlan[] {
  /** The first asset of a recipe, and the most variants that one of the others wants: most have no others. */
  const first = new Map<Fingerprint, AssetPlan>();
  const most = new Map<Fingerprint, number>();
  return plans.map((plan) => {
    const { asset, recipe, source, action } = plan;
    if (recipe === null || source.type !== 'create' || action !== 'generate') return plan;
    const payer = first.get(recipe);
    if (payer?.source.type !== 'create') {
      first.set(recipe, plan);
      return plan;
    }
    const paid = { name: payer.asset.name, count: most.get(recipe) ?? payer.source.count };
    most.set(recipe, Math.max(source.count, paid.count));
    const reason = `same recipe as "${paid.name}": shares its purchase`;
    const each = prices.create(asset);
    const saved = asset.kind === 'chibi' ? 1 : Math.min(source.count, paid.count);
    const { min, max } = plan.points;
    const points = {
      min: Math.max(0, min - each.min * saved),
      max: max === null || each.max === null ? max : Math.max(0, max - each.max * saved),
    };
    if (source.count > saved && asset.kind !== 'chibi') return { ...plan, points, reason };
    // Nothing is left to buy but conversions.
    const converts = asset.outputs.filter((output) => output.step.type === 'convert').length;
    const rest = scalePoints(prices.convert, converts);
    return { ...plan, action: 'process', reason, points: { min: 0, max: rest.max } };
  });
}

/** One conversion of one model is paid once, though two assets want it. */
function shareConversions(plans: readonly AssetPlan[], prices: Prices): AssetPlan[] {
  const seen = new Set<Fingerprint>();
  return plans.map((plan) => {
    const { asset, source, outputs, points } = plan;
    if (source.type !== 'locked' || !outputs.some(isConversion)) return plan;
    const again = outputs.filter((each) => {
      if (!isConversion(each)) return false;
      const wanted = wantedFingerprint(asset, each.output, source.locked);
      const known = wanted === null || seen.has(wanted);
      if (wanted !== null) seen.add(wanted);
      return known;
    }).length;
    if (again === 0) return plan;
    const saved = scalePoints(prices.convert, again);
    const max = points.max === null ? null : points.max - (saved.max ?? 0);
    return { ...plan, points: { min: points.min - saved.min, max } };
  });
}

function isConversion({ action }: OutputPlan): boolean {
  return action === 'convert';
}
