import { AssetgenError } from '@assetgen/client/errors';
import type { AssetPlan } from '../../plan/asset-plan.ts';
import type { PointsRange } from '../../plan/prices.ts';
import { FREE, addPoints } from '../../plan/prices.ts';
import type { BuildContext } from '../build-context.ts';
import { asAssetgenError } from '../report/fail-asset.ts';

/** Why nothing is bought in this run, for each asset that would be. */
export type Refusal = (asset: string) => AssetgenError;

/** Whether doing what a plan says may cost anything. */
export function mayCost(plan: Pick<AssetPlan, 'points'>): boolean {
  return plan.points.max === null || plan.points.max > 0;
}

/**
 * Asks the service for the balance, where a plan may cost anything.
 * @returns null where all of it may be bought
 */
export async function askBalance(
  plans: readonly AssetPlan[],
  { ports, options, signal }: BuildContext,
): Promise<Refusal | null> {
  if (!plans.some(mayCost)) return null;
  try {
    const balance = await ports.balance(signal);
    if (balance === null) return null;
    options.onEvent({ type: 'balance', points: balance });
    return refuseShort(plans, balance);
  } catch (error) {
    return (asset) => asAssetgenError(error, asset);
  }
}

/** Refuses where the known prices of the plans add up to more than there is; null where they do not. */
function refuseShort(plans: readonly AssetPlan[], balance: number): Refusal | null {
  const { min } = plans.reduce<PointsRange>((sum, each) => addPoints(sum, each.points), FREE);
  if (min <= balance) return null;
  return (asset) =>
    new AssetgenError(
      'ASSETGEN_POINTS',
      `${asset}: not bought: the plan needs at least ${min} points, and the balance is ${balance}`,
      { hint: 'Add points to the account, or build fewer assets with --only. Nothing was paid.' },
    );
}
