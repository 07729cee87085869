import { AssetgenError } from '@assetgen/client/errors';
import type { AssetPlan } from '../../plan/asset-plan.ts';
import type { PointsRange } from '../../plan/prices.ts';
import { FREE, addPoints } from '../../plan/prices.ts';
import type { BuildContext } from '../build-context.ts';
import { keepShownPrice, readShownPrice } from '../report/shown-price.ts';
import { mayCost } from './balance.ts';

/**
 * Asks a person before a run spends an unknown number of points, or more than the last plan showed. A run that costs
 * nothing does not ask, and neither does one whose caller has nobody to ask.
 *
 * @param plans what the run is to make
 * @throws AssetgenError `ASSETGEN_DECLINED` for a no; nothing was bought then
 */
export async function confirmSpend(
  plans: readonly AssetPlan[],
  { ports, options, signal }: BuildContext,
): Promise<void> {
  const { service } = ports.config;
  const paid = plans.filter(mayCost);
  if (options.confirm === undefined || paid.length === 0 || service.type === 'local') return;
  const points = paid.reduce<PointsRange>((sum, each) => addPoints(sum, each.points), FREE);
  const planned = options.plan?.points.max ?? (await readShownPrice(ports.root, service));
  if (points.max !== null && planned !== null && points.max <= planned) return;
  const assets = paid.map(({ asset }) => asset.name);
  const isAgreed = await options.confirm({ assets, points, planned });
  signal.throwIfAborted();
  if (!isAgreed) {
    throw new AssetgenError(
      'ASSETGEN_DECLINED',
      'you did not confirm the price, so nothing was bought',
      { hint: 'Only y buys. In a project, `assetgen plan` shows the price of each asset.' },
    );
  }
  if (points.max !== null) await keepShownPrice(ports.root, service, points.max);
}
