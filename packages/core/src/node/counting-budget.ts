import type { Budget } from '../jobs/job-engine.ts';
import { createBudget } from '../run/guards/create-budget.ts';
import type { RunScope } from '../run/scope.ts';

/** The budget of one run: what is charged is told to the run, and teaches it the price. */
export function countingBudget(scope: RunScope): Budget {
  const budget = createBudget(scope.budget);
  return {
    async reserve(asset, points, options) {
      const reservation = await budget.reserve(asset, points, options);
      let settled = false;
      return {
        settle(charged) {
          // Counted once, as the budget does.
          if (settled) return;
          settled = true;
          // Told before the next one may go: it asks for its price then.
          if (options?.reestimate !== undefined && charged !== null) scope.learn(asset, charged);
          reservation.settle(charged);
          scope.charge(charged);
        },
      };
    },
  };
}
