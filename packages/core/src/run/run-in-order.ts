import { AssetgenError } from '@assetgen/client/errors';
import type { MadeFile } from '../emit/made-file.ts';
import { dependenciesOf } from '../manifest/dependencies-of.ts';
import type { Lock } from '../lock/lock.ts';
import type { AssetPlan } from '../plan/asset-plan.ts';
import { orderByTime } from '../plan/order-by-time.ts';
import { orderV1Images } from '../plan/v1-images.ts';
import type { BuildContext, TaskSlot } from './build-context.ts';
import { createCrew } from './create-crew.ts';
import { inOrder } from './plan/select-only.ts';
import { failAsset } from './report/fail-asset.ts';

/**
 * Runs what is not up to date, an asset's dependencies before itself: first what others wait for, then what takes
 * long. An asset that fails is reported, and the others go on.
 * @param lock before the run
 * @throws AssetgenError `ASSETGEN_INTERRUPTED`
 */
export async function runInOrder(
  pending: readonly AssetPlan[],
  lock: Lock,
  run: (plan: AssetPlan, context: BuildContext) => Promise<readonly MadeFile[] | null>,
  context: BuildContext,
): Promise<void> {
  const { ports, options, signal } = context;
  if (pending.length === 0) return;
  const isBought = pending.some(({ action }) => action === 'generate');
  const times = isBought ? await ports.knownTimes() : new Map<string, number>();
  const { plans, after } = orderV1Images(orderByTime(pending, times), lock);
  const precedes = (plan: AssetPlan): string[] => [...dependenciesOf(plan.asset), ...after(plan)];
  const awaited = new Set(plans.flatMap(precedes));
  const running = new Map<string, Promise<void>>();
  const { maxInFlight, concurrency } = ports.config;
  const crew = createCrew(maxInFlight + concurrency);
  for (const [place, plan] of inOrder(plans).entries()) {
    const { asset, action } = plan;
    const task = async (slot: TaskSlot): Promise<void> => {
      if (signal.aborted) return;
      options.onEvent({ type: 'asset-start', asset: asset.name, action });
      try {
        const files = await run(plan, { ...context, slot });
        const bytes = files?.reduce((sum, { file }) => sum + file.bytes, 0);
        options.onEvent({
          type: 'asset-done',
          asset: asset.name,
          ...(bytes === undefined ? {} : { bytes }),
        });
      } catch (error) {
        if (signal.aborted && !(error instanceof AssetgenError)) return;
        failAsset(asset, error, context);
      }
    };
    const before = precedes(plan).flatMap((name) => running.get(name) ?? []);
    const inTurn = (): Promise<void> => ports.runTask(task, place);
    // What waits for another asset keeps nobody from beginning.
    const isFree = before.length === 0;
    if (isFree) await crew.hasRoom();
    const done = isFree ? inTurn() : Promise.all(before).then(inTurn);
    crew.add(done, isFree);
    if (awaited.has(asset.name)) running.set(asset.name, done);
  }
  await crew.isDone();
  if (signal.aborted) {
    throw new AssetgenError('ASSETGEN_INTERRUPTED', 'interrupted', {
      cause: signal.reason,
      hint:
        ports.config.service.type === 'remote'
          ? 'Accepted jobs continue at the service and stay billed; run again to get their results.'
          : 'Run again to continue.',
    });
  }
}
