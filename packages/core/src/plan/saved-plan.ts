import type { Plan } from './plan.ts';
import type { PointsRange } from './prices.ts';

/** What a plan decided for one asset, as far as a build has to decide the same. */
interface SavedAsset {
  readonly name: string;
  readonly action: string;
  readonly recipe: string | null;
  /** Which purchase of the recipe it is, and of how many variants; null: nothing is bought. */
  readonly create: { readonly ordinal: number; readonly count: number } | null;
  readonly outputs: Readonly<Record<string, string>>;
}

/** A plan in a file: what `build --plan` does, and nothing else. It holds no prompts. */
export interface SavedPlan {
  readonly version: 1;
  readonly points: PointsRange;
  /** Assets that are not up to date. */
  readonly assets: readonly SavedAsset[];
  readonly obsolete: readonly string[];
}

/** A plan as it is saved. */
export function savePlan(plan: Plan): SavedPlan {
  const pending = plan.assets.filter((each) => each.action !== 'none');
  return {
    version: 1,
    points: plan.points,
    assets: pending.map(({ asset, action, recipe, source, outputs }) => ({
      name: asset.name,
      action,
      recipe,
      create: source.type === 'create' ? { ordinal: source.ordinal, count: source.count } : null,
      outputs: Object.fromEntries(outputs.map((each) => [each.output.name, each.action])),
    })),
    obsolete: plan.obsolete,
  };
}

/** Reads a saved plan; null where the value is none. */
export function parseSavedPlan(value: unknown): SavedPlan | null {
  if (typeof value !== 'object' || value === null) return null;
  const plan = value as Partial<SavedPlan>;
  const good =
    plan.version === 1 &&
    Array.isArray(plan.assets) &&
    Array.isArray(plan.obsolete) &&
    typeof plan.points?.min === 'number';
  return good ? (plan as SavedPlan) : null;
}

/** Where the project is no longer as it was planned: one line each. */
export function planDifferences(saved: SavedPlan, plan: Plan): string[] {
  const now = savePlan(plan);
  const before = new Map(saved.assets.map((each) => [each.name, each]));
  const differences = now.assets.flatMap((asset) => {
    const planned = before.get(asset.name);
    before.delete(asset.name);
    if (planned === undefined) return [`${asset.name}: not in the plan, but needs ${asset.action}`];
    if (planned.recipe !== asset.recipe) return [`${asset.name}: its recipe changed`];
    const same = JSON.stringify(planned) === JSON.stringify(asset);
    return same ? [] : [`${asset.name}: planned ${planned.action}, now ${asset.action}`];
  });
  const done = [...before.keys()].map((name) => `${name}: nothing left to do, or removed`);
  const dropped = saved.obsolete.join(' ') !== now.obsolete.join(' ');
  return [...differences, ...done, ...(dropped ? ['other entries of the lock are obsolete'] : [])];
}
