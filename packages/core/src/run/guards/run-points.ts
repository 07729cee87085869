import type { Budget } from '../../jobs/job-engine.ts';
import { createBudget } from './create-budget.ts';

/** The points of one run. */
export interface RunPoints extends Budget {
  /** Has `learn` hear what the next create of an asset is charged, before another create may go. */
  onCharge(asset: string, learn: (points: number) => void): void;
}

/**
 * The budget of one run, which tells what is charged.
 * @param limit points; null: no limit
 * @param count hears each charge once; null: it is not known
 */
export function createRunPoints(
  limit: number | null,
  count: (points: number | null) => void,
): RunPoints {
  const budget = createBudget(limit);
  const learning = new Map<string, (points: number) => void>();
  return {
    onCharge: (asset, learn) => void learning.set(asset, learn),
    async reserve(asset, points, options) {
      const reservation = await budget.reserve(asset, points, options);
      let settled = false;
      return {
        settle(charged) {
          // Counted once, as the budget does.
          if (settled) return;
          settled = true;
          // Only the price of a create is asked again. It is told before the next one may go.
          if (options?.reestimate !== undefined && charged !== null) learning.get(asset)?.(charged);
          reservation.settle(charged);
          count(charged);
        },
      };
    },
  };
}
