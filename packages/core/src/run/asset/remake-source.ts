import type { LockedAsset } from '../../lock/lock.ts';
import type { Asset } from '../../manifest/manifest.ts';
import { withImages } from '../../plan/figures.ts';
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
  const known = addPurchase(operation, outcome, 'local', { jobs: [], variants: [] });
  const images = locked.variants.map(({ from }) => from);
  const made = { ...locked, ...known, variants: withImages(known.variants, images) };
  workspace.lock.set(asset.name, made);
  await workspace.index.setRecipe(locked.recipe, made);
  return made;
}
