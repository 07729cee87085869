import type { Lock } from '../lock/lock.ts';
import { dependenciesOf } from '../manifest/dependencies-of.ts';
import { isBought } from '../manifest/adopted-uuids.ts';
import type { AssetKind } from '../manifest/manifest.ts';
import type { AssetPlan } from './asset-plan.ts';
import type { Prices } from './prices.ts';
import { addPoints, scalePoints } from './prices.ts';

/** What a create may cost where no lock tells it: enough to spread the work. Unit: points. */
const GUESSED: Readonly<Record<AssetKind, number>> = { image: 4, model: 20, video: 40, chibi: 30 };

/** What making an output takes of a machine, beside what a purchase does. */
const OUTPUT_WEIGHT = 0.5;

/**
 * The assets of one part of many, so that the parts cost about the same. An asset stays with all
 * that it depends on, and with those of the same recipe: two machines must not buy the same thing.
 *
 * Every machine splits by manifest and lock alone, and not by what its own cache has: then all of
 * them come to the same parts.
 */
export function selectShard(
  plans: readonly AssetPlan[],
  lock: Lock,
  prices: Prices,
  { index, count }: { readonly index: number; readonly count: number },
): Set<string> {
  const known = new Set(Object.values(lock.assets).map((each) => each.recipe));
  const groups = groupsOf(plans).map((group) => ({
    group,
    weight: group.reduce((sum, plan) => sum + weightOf(plan, known, prices), 0),
  }));
  // The largest first, each to the part that has least so far.
  groups.sort((a, b) => b.weight - a.weight);
  // Parts beyond the number of groups have none.
  const loads = Array.from({ length: Math.min(count, groups.length) }, () => 0);
  const selected = new Set<string>();
  for (const { group, weight } of groups) {
    const at = loads.indexOf(Math.min(...loads));
    loads[at] = (loads[at] ?? 0) + weight;
    if (at === index - 1) for (const { asset } of group) selected.add(asset.name);
  }
  return selected;
}

function weightOf(
  { asset, recipe }: AssetPlan,
  known: ReadonlySet<string>,
  prices: Prices,
): number {
  const outputs = OUTPUT_WEIGHT * asset.outputs.length;
  const isFree = !isBought(asset);
  if (isFree || (recipe !== null && known.has(recipe))) return outputs;
  const converts = asset.outputs.filter((output) => output.step.type === 'convert').length;
  const each = prices.create(asset);
  const one = each.max === null ? { min: GUESSED[asset.kind], max: GUESSED[asset.kind] } : each;
  const times = asset.kind === 'chibi' ? 1 : asset.variants;
  const points = addPoints(scalePoints(one, times), scalePoints(prices.convert, converts));
  return outputs + (points.max ?? points.min);
}

/** Assets that belong together, in the order of the manifest. */
function groupsOf(plans: readonly AssetPlan[]): AssetPlan[][] {
  const parents = new Map<string, string>();
  const find = (name: string): string => {
    let root = name;
    for (let up = parents.get(root); up !== undefined; up = parents.get(root)) root = up;
    return root;
  };
  const join = (a: string, b: string): void => {
    const [first, second] = [find(a), find(b)];
    if (first !== second) parents.set(second, first);
  };
  const recipes = new Map<string, string>();
  for (const { asset, recipe } of plans) {
    for (const dependency of dependenciesOf(asset)) join(dependency, asset.name);
    const same = recipe === null ? undefined : recipes.get(recipe);
    if (same !== undefined) join(same, asset.name);
    else if (recipe !== null) recipes.set(recipe, asset.name);
  }
  const groups = new Map<string, AssetPlan[]>();
  for (const plan of plans) {
    const root = find(plan.asset.name);
    groups.set(root, [...(groups.get(root) ?? []), plan]);
  }
  return [...groups.values()];
}
