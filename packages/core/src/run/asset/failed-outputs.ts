import { AssetgenError } from '@assetgen/client/errors';
import type { MadeFile } from '../../emit/made-file.ts';
import type { LockedAsset } from '../../lock/lock.ts';
import type { Asset, Output } from '../../manifest/manifest.ts';
import { failedSource, waysOut } from '../../plan/failed-source.ts';

/** Some sources of an asset failed at the service; what could be made of the others stands. */
export class FailedOutputsError extends AssetgenError {
  override readonly name = 'FailedOutputsError';
  /** The files that could be made. */
  readonly files: readonly MadeFile[];

  constructor(
    asset: Asset,
    failed: readonly Output[],
    locked: LockedAsset,
    files: readonly MadeFile[],
  ) {
    const sources = [...new Set(failed.map((output) => failedSource(asset, output, locked)))];
    const made =
      files.length === 0 ? '' : `; made: ${files.map(({ file }) => file.name).join(', ')}`;
    super('ASSETGEN_JOB_FAILED', `${asset.name}: ${sources.join('; ')}${made}`, {
      hint: sentence(waysOut(asset)),
    });
    this.files = files;
  }
}

function sentence(words: string): string {
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;
}
