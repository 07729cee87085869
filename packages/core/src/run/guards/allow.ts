import { AssetgenError } from '@assetgen/client/errors';
import type { AssetPlan } from '../../plan/asset-plan.ts';
import { mayCost } from './balance.ts';
import { replanUnbought } from '../plan/plan-build.ts';
import type { Run } from '../run-state.ts';

/**
 * The plan as it may be carried out. Where there are too few points for all that would be bought,
 * only what is had for nothing.
 * @throws AssetgenError for what must not be bought
 */
export async function allow(run: Run, plan: AssetPlan): Promise<AssetPlan> {
  const { name } = plan.asset;
  const reason = run.blocked.get(name);
  if (reason !== undefined && plan.action === 'generate') {
    throw new AssetgenError('ASSETGEN_MODEL', `${name}: ${reason}`, {
      hint: '`assetgen models` lists them with what they can do. Nothing was paid.',
    });
  }
  if (run.refusal === null || !mayCost(plan)) return plan;
  const again = run.input.options.resubmit?.includes(name) ?? false;
  const unbought = again ? plan : await replanUnbought(run, plan);
  if (mayCost(unbought)) throw run.refusal(name);
  return unbought;
}
