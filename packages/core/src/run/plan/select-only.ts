import { AssetgenError } from '@assetgen/client/errors';
import { dependenciesOf } from '../../manifest/dependencies-of.ts';
import { nearest } from '../../manifest/nearest.ts';
import type { Asset, Manifest } from '../../manifest/manifest.ts';
import type { AssetPlan } from '../../plan/asset-plan.ts';

/**
 * The assets that `--only` names, with all that they depend on; null where it names none.
 * @throws AssetgenError `ASSETGEN_USAGE` for a name that no asset has
 */
export function selectOnly(
  manifest: Manifest,
  only: readonly string[] | undefined,
): Set<string> | null {
  if (only === undefined || only.length === 0) return null;
  const byName = new Map(manifest.assets.map((asset) => [asset.name, asset]));
  const selected = new Set<string>();
  const add = (name: string): void => {
    const asset = byName.get(name);
    if (asset === undefined || selected.has(name)) return;
    selected.add(name);
    dependenciesOf(asset).forEach(add);
  };
  for (const name of only) add(findAsset(manifest, name).name);
  return selected;
}

/** Dependencies first, else the order given. The manifest holds no cycles. */
export function inOrder(plans: readonly AssetPlan[]): AssetPlan[] {
  const byName = new Map(plans.map((plan) => [plan.asset.name, plan]));
  const ordered = new Set<AssetPlan>();
  const visit = (plan: AssetPlan): void => {
    for (const name of dependenciesOf(plan.asset)) {
      const dependency = byName.get(name);
      if (dependency !== undefined && !ordered.has(dependency)) visit(dependency);
    }
    ordered.add(plan);
  };
  plans.forEach(visit);
  return [...ordered];
}

/** Names that a hint lists at most. */
const LISTED = 20;

/**
 * The asset of a name that a person typed.
 * @throws AssetgenError `ASSETGEN_USAGE` with the nearest name
 */
export function findAsset(manifest: Manifest, name: string): Asset {
  const asset = manifest.assets.find((each) => each.name === name);
  if (asset !== undefined) return asset;
  const names = manifest.assets.map((each) => each.name);
  const near = nearest(name, names);
  const listed = names.slice(0, LISTED).join(', ') + (names.length > LISTED ? ', …' : '');
  throw new AssetgenError('ASSETGEN_USAGE', `no asset "${name}"`, {
    hint: near === null ? `Assets: ${listed}.` : `Did you mean "${near}"?`,
  });
}
