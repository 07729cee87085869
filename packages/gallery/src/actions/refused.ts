import { AssetgenError } from '@assetgen/client/errors';

/** The error of an action that cannot be done; nothing was changed or bought. */
export function refused(message: string, hint: string): AssetgenError {
  return new AssetgenError('ASSETGEN_USAGE', message, hint === '' ? {} : { hint });
}
