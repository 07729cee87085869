import type { Lock } from '../lock/lock.ts';
import { dependenciesOf } from '../manifest/dependencies-of.ts';
import type { AssetPlan } from './asset-plan.ts';

/** Whether the result of an image of group V1 was had before. */
export function hasV1Result({ assets }: Lock): boolean {
  return Object.values(assets).some(
    ({ jobs, variants }) =>
      jobs.some(({ operation }) => operation === 'generateImages') &&
      variants.some((variant) => !('failed' in variant)),
  );
}

/** V1 images of a run, where no result of one was ever had. */
export interface V1Order {
  /** All plans, what is paid for first. */
  readonly plans: readonly AssetPlan[];
  /** Names of the assets whose end a plan waits for. */
  readonly after: (plan: AssetPlan) => readonly string[];
}

/**
 * Whether a query tells of V1 tasks is not known before one did. A purchase of an earlier run shows whether the
 * query works; until then nothing more is bought.
 */
export function orderV1Images(plans: readonly AssetPlan[], lock: Lock): V1Order {
  const names = new Set(plans.map(({ asset }) => asset.name));
  const journalOf = ({ asset, source }: AssetPlan): string | null =>
    asset.source.type === 'v1' && source.type === 'create' ? source.journal.status : null;
  // One that waits for another asset of the run cannot be waited for.
  const isPaid = (plan: AssetPlan): boolean =>
    journalOf(plan) === 'accepted' && !dependenciesOf(plan.asset).some((name) => names.has(name));
  const paid = plans.filter(isPaid);
  if (paid.length === 0 || hasV1Result(lock)) return { plans, after: () => [] };
  const others = plans.filter((plan) => !paid.includes(plan));
  const first = paid.map(({ asset }) => asset.name);
  return {
    plans: [...paid, ...others],
    after: (plan) => (journalOf(plan) === 'none' ? first : []),
  };
}
