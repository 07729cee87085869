import { isAssetgenError } from '@assetgen/client/errors';
import type { RecoverRequest, SourceBlob } from '../job-engine.ts';

/** How long a known result is asked for where the service cannot be reached. Unit: milliseconds. */
const OUTAGE_MS = 20_000;

type Recover<Parts extends readonly unknown[]> = (
  request: RecoverRequest,
  ...parts: Parts
) => Promise<SourceBlob>;

/**
 * Downloads known results again. Nothing is being paid for, and nothing can be lost: a service that
 * is away is not waited for as a running job is, and of many files only the first ones find it out.
 */
export function createRecovery(
  collect: Recover<[outageMs: number, signal: AbortSignal | undefined]>,
): Recover<[signal: AbortSignal | undefined]> {
  let away: unknown = null;
  return async function recover(request, signal) {
    if (away !== null) throw away;
    try {
      return await collect(request, OUTAGE_MS, signal);
    } catch (error) {
      if (isAssetgenError(error) && error.code === 'ASSETGEN_UNREACHABLE') away = error;
      throw error;
    }
  };
}
