import type { ConvertRequest, SourceBlob } from '../../jobs/job-engine.ts';
import type { LockedAsset } from '../../lock/lock.ts';
import type { Asset } from '../../manifest/manifest.ts';
import type { BuildContext } from '../build-context.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { isForgotten, lockedVariants } from './add-purchase.ts';
import { remake } from './source-bytes.ts';

/**
 * A conversion by the embedded service of a model that it made elsewhere, or has forgotten: it makes
 * the model once more, under a UUID of its own.
 * @throws `failure` where that is not why the conversion failed
 */
export async function convertRemade(
  asset: Asset,
  locked: LockedAsset,
  request: ConvertRequest,
  failure: unknown,
  workspace: Workspace,
  context: BuildContext,
): Promise<SourceBlob> {
  const engine = isForgotten(failure) ? await workspace.remake?.() : undefined;
  const remade = engine === undefined ? null : await remake(asset, workspace, context);
  const index = locked.variants.findIndex(({ uuid }) => uuid === request.uuid);
  const made = remade === null ? undefined : lockedVariants(remade.outcome)[index];
  if (engine === undefined || made === undefined || 'failed' in made) throw failure;
  const again = { ...request, uuid: made.uuid ?? '', again: false };
  return context.slot.outside(() => engine.convert(again, { signal: context.signal }));
}
