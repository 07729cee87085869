import { AssetgenError } from '@assetgen/client/errors';
import type { AssetPlan } from '../plan/plan-asset.ts';
import type { PointsRange } from '../plan/prices.ts';
import { FREE, addPoints } from '../plan/prices.ts';

/** Whether doing what a plan says may cost anything. */
export function mayCost(plan: Pick<AssetPlan, 'points'>): boolean {
  return plan.points.max === null || plan.points.max > 0;
}

/** What a plan needs, and what is there. Unit: points. */
export interface Shortage {
  readonly needs: number;
  readonly balance: number;
}

/** How much is missing to do all of it, by the prices that are known; null where it may be enough. */
export function shortageOf(plans: readonly AssetPlan[], balance: number | null): Shortage | null {
  const { min } = plans.reduce<PointsRange>((sum, each) => addPoints(sum, each.points), FREE);
  return balance !== null && min > balance ? { needs: min, balance } : null;
}

/** Said for each asset that is not bought for that reason. */
export function shortageError(asset: string, { needs, balance }: Shortage): AssetgenError {
  return new AssetgenError(
    'ASSETGEN_POINTS',
    `${asset}: not bought: the plan needs at least ${needs} points, and the balance is ${balance}`,
    { hint: 'Add points to the account, or build fewer assets with --only. Nothing was paid.' },
  );
}
