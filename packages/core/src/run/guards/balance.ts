import { AssetgenError } from '@assetgen/client/errors';
import type { AssetPlan } from '../../plan/asset-plan.ts';
import type { PointsRange } from '../../plan/prices.ts';
import { FREE, addPoints } from '../../plan/prices.ts';

/** Whether doing what a plan says may cost anything. */
export function mayCost(plan: Pick<AssetPlan, 'points'>): boolean {
  return plan.points.max === null || plan.points.max > 0;
}

/** Why nothing is bought in this run, for each asset that would be. */
export type Refusal = (asset: string) => AssetgenError;

/** Refuses where the known prices of the plans add up to more than there is; null where they do not. */
export function refuseShort(plans: readonly AssetPlan[], balance: number): Refusal | null {
  const { min } = plans.reduce<PointsRange>((sum, each) => addPoints(sum, each.points), FREE);
  if (min <= balance) return null;
  return (asset) =>
    new AssetgenError(
      'ASSETGEN_POINTS',
      `${asset}: not bought: the plan needs at least ${min} points, and the balance is ${balance}`,
      { hint: 'Add points to the account, or build fewer assets with --only. Nothing was paid.' },
    );
}
