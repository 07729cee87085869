import { AssetgenError } from '@assetgen/client';
import { inputsOf } from '../manifest/inputs.ts';
import { nearest } from '../manifest/nearest.ts';
import type { Asset, Manifest } from '../manifest/types.ts';
import type { AssetPlan } from '../plan/plan-asset.ts';

/**
 * The assets that `--only` names, with all that feed them; null where it names none.
 * @throws AssetgenError `ASSETGEN_USAGE` for a name that no asset has
 */
export function selectOnly(
  manifest: Manifest,
  only: readonly string[] | undefined,
): Set<string> | null {
  if (only === undefined || only.length === 0) return null;
  const names = manifest.assets.map((asset) => asset.name);
  const selected = new Set<string>();
  const add = (name: string): void => {
    if (selected.has(name)) return;
    selected.add(name);
    const asset = manifest.assets.find((each) => each.name === name);
    if (asset !== undefined) feeders(asset).forEach(add);
  };
  for (const name of only) {
    if (!names.includes(name)) {
      const near = nearest(name, names);
      throw new AssetgenError('ASSETGEN_USAGE', `no asset "${name}"`, {
        hint: near === null ? `Assets: ${names.join(', ')}.` : `Did you mean "${near}"?`,
      });
    }
    add(name);
  }
  return selected;
}

/** Names of the assets whose results an asset takes in. */
export function feeders(asset: Asset): string[] {
  return inputsOf(asset).flatMap((input) => (input.type === 'asset' ? [input.name] : []));
}

/** Feeders first, else the order given. The manifest holds no circles. */
export function inOrder(plans: readonly AssetPlan[]): AssetPlan[] {
  const byName = new Map(plans.map((plan) => [plan.asset.name, plan]));
  const ordered = new Set<AssetPlan>();
  const visit = (plan: AssetPlan): void => {
    for (const name of feeders(plan.asset)) {
      const feeder = byName.get(name);
      if (feeder !== undefined && !ordered.has(feeder)) visit(feeder);
    }
    ordered.add(plan);
  };
  plans.forEach(visit);
  return [...ordered];
}
