import type { ModelDescriptor } from '@assetgen/client';
import { modelProblem } from '../../plan/model-problem.ts';
import type { AssetPlan } from '../../plan/asset-plan.ts';
import type { Plan } from '../../plan/plan.ts';
import { FREE } from '../../plan/prices.ts';

/** The models of the service. */
export interface ModelList {
  readonly models: readonly ModelDescriptor[];
  /** Asked for just now; else it was kept for a while. */
  readonly isNew: boolean;
}

/** Gives the list of models; `isNew`: asks the service. null where none can be had. */
export type ListModels = (isNew: boolean) => Promise<ModelList | null>;

/**
 * Blocks images of group V1 that their model cannot make, before they are bought. Only what would
 * be bought is checked, and only a list that the service gave just now blocks.
 */
export async function checkModels(plan: Plan, listModels: ListModels): Promise<Plan> {
  const isBought = ({ action, asset }: AssetPlan): boolean =>
    action === 'generate' && asset.kind === 'image' && asset.source.type === 'v1';
  if (!plan.assets.some(isBought)) return plan;
  const complains = (list: ModelList | null): boolean =>
    list !== null &&
    plan.assets.some((each) => isBought(each) && modelProblem(each.asset, list.models) !== null);
  let list = await listModels(false);
  if (complains(list) && list?.isNew === false) list = await listModels(true);
  if (list === null || !list.isNew || !complains(list)) return plan;
  const { models } = list;
  const assets = plan.assets.map((each): AssetPlan => {
    const problem = isBought(each) ? modelProblem(each.asset, models) : null;
    return problem === null ? each : { ...each, action: 'blocked', reason: problem, points: FREE };
  });
  return { ...plan, assets };
}
