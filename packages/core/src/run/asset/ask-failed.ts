import { isAssetgenError } from '@assetgen/client/errors';
import type { LockedAsset, LockedFailure, LockedVariant } from '../../lock/lock.ts';
import { adoptedUuids } from '../../manifest/adopted-uuids.ts';
import type { Asset } from '../../manifest/manifest.ts';
import type { BuildContext } from '../build-context.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { isDraft } from '../workspace/workspace.ts';
import { resultKind } from './create-request.ts';

/**
 * Asks once more for results that an earlier run was told had failed: a query is free, and a service that said
 * so too early may have them by now. A paid job is not bought again.
 * @returns the entry with what came, which is in the lock; the same entry where nothing did
 */
export async function askFailed(
  asset: Asset,
  locked: LockedAsset,
  workspace: Workspace,
  context: BuildContext,
): Promise<LockedAsset> {
  const wanted = wantedFailures(asset, locked);
  // The embedded service does not change its mind, and a frozen build locks nothing.
  const isAsked = context.options.mode === 'generate' && !isDraft(workspace);
  if (wanted.length === 0 || !isAsked || workspace.remake !== null) return locked;
  const found = new Map<LockedVariant, LockedVariant>();
  for (const variant of wanted) {
    const result = await ask(asset, variant, workspace, context);
    if (result !== null) found.set(variant, result);
  }
  if (found.size === 0) return locked;
  const variants = locked.variants.map((variant) => found.get(variant) ?? variant);
  const entry = { ...locked, variants };
  workspace.lock.set(asset.name, entry);
  await workspace.index.setRecipe(entry.recipe, entry);
  return entry;
}

/** Failures among the variants that the outputs of an asset are made from. */
function wantedFailures(asset: Asset, { variants }: LockedAsset): readonly LockedFailure[] {
  const used =
    asset.kind === 'chibi'
      ? variants.slice(0, asset.source.members.length)
      : variants.slice(asset.pick - 1, asset.pick);
  return used.filter((each): each is LockedFailure => 'failed' in each && each.uuid !== '');
}

async function ask(
  asset: Asset,
  { uuid, from }: LockedFailure,
  workspace: Workspace,
  { signal, slot }: BuildContext,
): Promise<LockedVariant | null> {
  const engine = await workspace.engine();
  const adopted = adoptedUuids(asset) !== null;
  const request = { asset: asset.name, uuid, result: resultKind(asset), adopted };
  try {
    const blob = await slot.outside(() => engine.recover(request, { signal }));
    return { uuid, ...blob, ...(from === undefined ? {} : { from }) };
  } catch (error) {
    // It failed before, and still does, or cannot be asked for: what the lock says is told.
    if (signal.aborted || !isAssetgenError(error)) throw error;
    return null;
  }
}
