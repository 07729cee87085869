import type { ConvertRequest, SourceBlob } from '../../jobs/job-engine.ts';
import type { LockedAsset } from '../../lock/lock.ts';
import type { Asset } from '../../manifest/manifest.ts';
import type { SourceContext } from './source-context.ts';
import { isForgotten, remake, settled } from './obtain-source.ts';

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
  context: Pick<SourceContext, 'lane' | 'signal' | 'upload'>,
): Promise<SourceBlob> {
  const { lane, signal } = context;
  const engine = isForgotten(failure) ? await lane.remake?.() : undefined;
  const outcome = engine === undefined ? null : await remake(asset, context);
  const index = locked.variants.findIndex(({ uuid }) => uuid === request.uuid);
  const made = outcome === null ? undefined : settled(asset, outcome)[index];
  if (engine === undefined || made === undefined || 'failed' in made) throw failure;
  return engine.convert({ ...request, uuid: made.uuid ?? '', again: false }, { signal });
}
