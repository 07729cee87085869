import { AssetgenError } from '@assetgen/client/errors';
import { diskError } from '../../fs/disk-error.ts';
import type { Asset } from '../../manifest/manifest.ts';
import type { BuildContext } from '../build-context.ts';

/** Reports why an asset failed; the run goes on with others. */
export function failAsset(
  asset: Asset,
  reason: unknown,
  { ports, options, report }: BuildContext,
): void {
  const error = asAssetgenError(reason, asset.name);
  report.fail(asset, error, ports.root);
  options.onEvent({ type: 'asset-failed', asset: asset.name, error });
}

/** Why an asset failed, as an error with a code. */
export function asAssetgenError(error: unknown, asset: string): AssetgenError {
  const told = diskError(error, `${asset}: the disk`);
  if (told instanceof AssetgenError) return told;
  const reason = error instanceof Error ? error.message : String(error);
  return new AssetgenError('ASSETGEN_INTERNAL', `${asset}: ${reason}`, { cause: error });
}
