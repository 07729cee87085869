import { readFile } from 'node:fs/promises';
import { AssetgenError } from '@assetgen/client/errors';
import type { Fingerprint } from '../../brands.ts';
import type { LockedAsset } from '../../lock/lock.ts';
import { record } from '../../lock/lock.ts';
import type { Asset } from '../../manifest/manifest.ts';
import type { AssetPlan } from '../../plan/asset-plan.ts';
import type { KnownRecipe } from '../../store/index/result-index.ts';
import type { BuildContext } from '../build-context.ts';
import type { Workspace } from '../workspace/workspace.ts';
import type { SourceOutcome } from './buy-source.ts';
import { buySource } from './buy-source.ts';

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
    throw new AssetgenError('ASSETGEN_INPUT', `${asset.name}: an input of it was not made`);
  }
  const lockIn = (known: KnownRecipe): LockedAsset => lockSource(plan, recipe, known, workspace);
  switch (source.type) {
    case 'local':
      return { locked: lockIn(await localSource(asset, workspace)), how: 'known' };
    case 'adopt': {
      const engine = await workspace.engine();
      const { uuid } = source;
      const request = { asset: asset.name, uuid, result: 'model' } as const;
      const blob = await engine.recover(request, { signal: context.signal });
      const locked = lockIn({ jobs: [], variants: [{ uuid, ...blob }] });
      return { locked, how: 'downloaded' };
    }
    case 'create':
      return buySource(asset, recipe, source, lockIn, workspace, context);
  }
}

/** Writes what is known of an asset's sources to the lock; outputs of the same recipe stay. */
function lockSource(
  { asset, fields }: AssetPlan,
  recipe: Fingerprint,
  known: KnownRecipe,
  { lock }: Workspace,
): LockedAsset {
  const before = lock.get(asset.name);
  const outputs = before?.recipe === recipe ? before.outputs : record<never>([]);
  const locked = { kind: asset.kind, recipe, fields: fields(), ...known, outputs };
  lock.set(asset.name, locked);
  return locked;
}

async function localSource(asset: Asset, { store }: Workspace): Promise<KnownRecipe> {
  if (asset.kind !== 'image' || asset.source.type !== 'local') throw new TypeError('not local');
  const file = asset.source.input;
  const bytes = await readFile(file.type === 'file' ? file.path : '');
  return { jobs: [], variants: [{ uuid: null, ...(await store.putBytes(bytes)) }] };
}
