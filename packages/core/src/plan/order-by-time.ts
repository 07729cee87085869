import { dependenciesOf } from '../manifest/dependencies-of.ts';
import type { AssetPlan } from './asset-plan.ts';
import { operationOf } from './prices.ts';

/** How long jobs of an operation take, as earlier runs learned it. Unit: milliseconds. */
export type KnownTimes = ReadonlyMap<string, number>;

/**
 * Plans in the order in which they are best begun: first those that others of the run wait for, the longest chain of
 * jobs before the shorter ones; then the others, the longest job first. An operation that nobody has seen yet counts
 * as long as the longest known one. Of equals the order stays.
 */
export function orderByTime(plans: readonly AssetPlan[], times: KnownTimes): AssetPlan[] {
  const longest = Math.max(0, ...times.values());
  const dependents = dependentsOf(plans);
  const known = new Map<AssetPlan, number>();

  /** Until the last asset of a chain is there that begins with this one. Unit: milliseconds. */
  function chainMs(plan: AssetPlan): number {
    const found = known.get(plan);
    if (found !== undefined) return found;
    const own = plan.action === 'generate' ? (times.get(operationOf(plan.asset)) ?? longest) : 0;
    const sum = own + Math.max(0, ...(dependents.get(plan.asset.name) ?? []).map(chainMs));
    known.set(plan, sum);
    return sum;
  }

  const isDependency = ({ asset }: AssetPlan): boolean => dependents.has(asset.name);
  return [...plans].sort(
    (a, b) => Number(isDependency(b)) - Number(isDependency(a)) || chainMs(b) - chainMs(a),
  );
}

/** The plans that wait for an asset, by its name. */
function dependentsOf(plans: readonly AssetPlan[]): ReadonlyMap<string, readonly AssetPlan[]> {
  const dependents = new Map<string, AssetPlan[]>();
  for (const plan of plans) {
    for (const name of new Set(dependenciesOf(plan.asset))) {
      const list = dependents.get(name);
      if (list === undefined) dependents.set(name, [plan]);
      else list.push(plan);
    }
  }
  return dependents;
}
