import { JobError } from '../job-error.ts';
import type { RecoverRequest } from '../job-engine.ts';

/** Looks whether a downloaded file is what the lock says; undefined where the lock says nothing. */
export function digestCheck(
  request: RecoverRequest,
): ((file: string) => Promise<void>) | undefined {
  const { expect } = request;
  if (expect === undefined) {
    return undefined;
  }
  return async (file) => {
    const { createHash } = await import('node:crypto');
    const { createReadStream } = await import('node:fs');
    const hash = createHash('sha256');
    for await (const chunk of createReadStream(file)) {
      hash.update(chunk as Uint8Array);
    }
    const found = `sha256-${hash.digest('hex')}`;
    if (found !== expect) {
      throw new JobError(
        'ASSETGEN_DIGEST',
        request.asset,
        [request.uuid],
        `expected ${expect} for ${request.uuid}, but the service sent ${found}`,
        {
          hint: 'The service changed the result, or the lock was written with another service. Nothing was kept.',
        },
      );
    }
  };
}
