import { stat } from 'node:fs/promises';
import { AssetgenError } from '@assetgen/client/errors';

/** Parameters of a URL by which Postgres's driver reads files. */
const PARAMETERS = ['sslrootcert', 'sslcert', 'sslkey'];
/** All authorities that a system trusts are a quarter of that. Unit: bytes. */
const MOST_BYTES = 1_048_576;

/**
 * The driver reads these files at once and to their ends: a device or a pipe would hold this process for ever, and
 * take all memory. What is not there, the driver says.
 * @throws AssetgenError `ASSETGEN_CONFIG`
 */
export async function checkTlsFiles(url: string, label: string): Promise<void> {
  const { searchParams } = new URL(url);
  for (const name of PARAMETERS) {
    for (const file of searchParams.getAll(name)) {
      const found = await stat(file).catch(() => null);
      if (found === null || (found.isFile() && found.size <= MOST_BYTES)) continue;
      throw new AssetgenError(
        'ASSETGEN_CONFIG',
        `${label}: expected ${name} to be a plain file of at most 1 MiB`,
      );
    }
  }
}
