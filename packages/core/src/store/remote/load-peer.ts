import { AssetgenError } from '@assetgen/client/errors';

/**
 * Loads an optional package.
 * @param names what has to be installed
 * @throws AssetgenError `ASSETGEN_REMOTE_PACKAGE` that names it
 */
export async function loadPeer<T>(
  names: readonly [string, ...string[]],
  label: string,
  load: () => Promise<T>,
): Promise<T> {
  try {
    return await load();
  } catch (error) {
    if (!isMissing(error)) throw error;
    throw new AssetgenError(
      'ASSETGEN_REMOTE_PACKAGE',
      `${label} needs the package ${names.join(' and the package ')}, which is not installed`,
      { hint: `Run \`npm install --save-dev ${names.join(' ')}\`.`, cause: error },
    );
  }
}

function isMissing(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  return code === 'ERR_MODULE_NOT_FOUND' || code === 'MODULE_NOT_FOUND';
}
