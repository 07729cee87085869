import { readFile } from 'node:fs/promises';
import { AssetgenError } from '@assetgen/client/errors';
import type { Fingerprint } from '../../brands.ts';
import type { LockedAsset, LockedVariant } from '../../lock/lock.ts';
import { record } from '../../lock/lock.ts';
import type { Asset } from '../../manifest/manifest.ts';
import type { AssetPlan } from '../../plan/asset-plan.ts';
import { withImages } from '../../plan/figures.ts';
import type { KnownRecipe } from '../../store/index/result-index.ts';
import type { BuildContext } from '../build-context.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { isFailedJob } from './add-purchase.ts';
import type { SourceOutcome } from './buy-source.ts';
import { buySource } from './buy-source.ts';
import { resultKind } from './create-request.ts';
import { expectSteps } from './expect-steps.ts';

/**
 * Makes an asset's source blobs known: from the lock, from what this machine bought before, from
 * the journal, or, last of all, by a create. The lock entry is written to the workspace as soon as
 * the service's UUIDs are known to be paid for.
 */
export async function obtainSource(
  plan: AssetPlan,
  workspace: Workspace,
  context: BuildContext,
): Promise<SourceOutcome> {
  const { asset, recipe, source } = plan;
  if (source.type === 'locked') {
    const locked = { ...source.locked, ...(plan.drift ? {} : { fields: plan.fields() }) };
    // Taken over: the lock has it under its name before the old entry may go.
    if (source.from !== null) workspace.lock.set(asset.name, locked);
    return { locked, how: 'known' };
  }
  if (recipe === null || source.type === 'waits') {
    throw new AssetgenError('ASSETGEN_INPUT', `${asset.name}: one of its inputs was not made`);
  }
  const lockIn = (known: KnownRecipe): LockedAsset => lockSource(plan, recipe, known, workspace);
  switch (source.type) {
    case 'local':
      return { locked: lockIn(await localSource(asset, workspace, context)), how: 'known' };
    case 'adopt': {
      const variants = await adopt(asset, source.uuids, workspace, context);
      return { locked: lockIn({ jobs: [], variants }), how: 'downloaded' };
    }
    case 'create':
      return expectSteps(asset, context, () =>
        buySource(asset, recipe, source, lockIn, workspace, context),
      );
  }
}

/**
 * Retrieves what was bought elsewhere. A job that failed is a variant that failed; where nothing
 * came of any of them, the asset failed.
 */
async function adopt(
  asset: Asset,
  uuids: readonly string[],
  workspace: Workspace,
  { signal, slot }: BuildContext,
): Promise<readonly LockedVariant[]> {
  const engine = await workspace.engine();
  const result = resultKind(asset);
  const settled = await Promise.allSettled(
    uuids.map((uuid) =>
      slot.outside(() =>
        engine.recover({ asset: asset.name, uuid, result, adopted: true }, { signal }),
      ),
    ),
  );
  return settled.map((each, index): LockedVariant => {
    const uuid = uuids[index] ?? '';
    if (each.status === 'fulfilled') return { uuid, ...each.value };
    const isAll = settled.every(({ status }) => status === 'rejected');
    if (isAll || !isFailedJob(each.reason)) throw each.reason;
    return { uuid, failed: true };
  });
}

/** Writes what is known of an asset's sources to the lock; outputs of the same recipe stay. */
function lockSource(
  { asset, fields, images }: AssetPlan,
  recipe: Fingerprint,
  { jobs, variants }: KnownRecipe,
  { lock }: Workspace,
): LockedAsset {
  const before = lock.get(asset.name);
  const outputs = before?.recipe === recipe ? before.outputs : record<never>([]);
  const bought = { jobs, variants: withImages(variants, images) };
  const locked = { kind: asset.kind, recipe, fields: fields(), ...bought, outputs };
  lock.set(asset.name, locked);
  return locked;
}

async function localSource(
  asset: Asset,
  { store }: Workspace,
  context: BuildContext,
): Promise<KnownRecipe> {
  if (asset.kind !== 'image' || asset.source.type !== 'local') throw new TypeError('not local');
  const file = asset.source.input;
  const bytes = await readFile(file.type === 'file' ? file.path : '');
  // To digest and store large pictures takes about as long as a worker takes to start.
  const blob = await expectSteps(asset, context, () => store.putBytes(bytes), bytes.length);
  return { jobs: [], variants: [{ uuid: null, ...blob }] };
}
