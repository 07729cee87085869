import type { LockedAsset } from '../../lock/lock.ts';
import type { Asset } from '../../manifest/manifest.ts';
import type { BuildContext } from '../build-context.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { addPurchase, assertSettled } from './add-purchase.ts';
import { remake } from './source-bytes.ts';

/** Locks what the embedded service makes today in place of what it made for the lock. */
export async function remakeSource(
  asset: Asset,
  locked: LockedAsset,
  workspace: Workspace,
  context: BuildContext,
): Promise<LockedAsset> {
  const remade = await remake(asset, workspace, context);
  if (remade === null) return locked;
  const { operation, outcome } = remade;
  assertSettled(outcome);
  const known = addPurchase(asset, operation, outcome, { jobs: [], variants: [] });
  const made = { ...locked, ...known };
  workspace.lock.set(asset.name, made);
  await workspace.index.setRecipe(locked.recipe, made);
  return made;
}
