import { AssetgenError } from '@assetgen/client/errors';
import type { AssetPlan } from '../../plan/asset-plan.ts';
import type { Facts } from '../../plan/facts.ts';
import type { BuildContext } from '../build-context.ts';
import { replanUnbought } from '../plan/replan.ts';
import type { Workspace } from '../workspace/workspace.ts';
import type { Refusal } from './balance.ts';
import { mayCost } from './balance.ts';

/**
 * The plan as it may be carried out. Where there are too few points for all that would be bought,
 * only what is had for nothing.
 * @param blocked why the model of an asset cannot make it, by the asset's name
 * @throws AssetgenError for what must not be bought
 */
export async function allow(
  plan: AssetPlan,
  blocked: ReadonlyMap<string, string>,
  refusal: Refusal | null,
  facts: Facts,
  workspace: Workspace,
  context: BuildContext,
): Promise<AssetPlan> {
  const { name } = plan.asset;
  const reason = blocked.get(name);
  if (reason !== undefined && plan.action === 'generate') {
    throw new AssetgenError('ASSETGEN_MODEL', `${name}: ${reason}`, {
      hint: '`assetgen models` lists them with what they can do. Nothing was paid.',
    });
  }
  if (refusal === null || !mayCost(plan)) return plan;
  const again = context.options.resubmit?.includes(name) ?? false;
  const unbought = again ? plan : await replanUnbought(plan, facts, workspace, context);
  if (mayCost(unbought)) throw refusal(name);
  return unbought;
}
