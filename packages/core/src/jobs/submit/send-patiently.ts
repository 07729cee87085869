import { RateLimitError, WaitError, retryDelay } from '@assetgen/client';
import type { ServiceError } from '@assetgen/client';
import type { EnginePorts } from '../engine-ports.ts';
import type { Submission, SubmissionAnswer } from './submission.ts';

/** An attempt of which it is proven that nothing was charged. */
export interface Refused {
  readonly status: 'refused';
  readonly error: ServiceError;
}

const ATTEMPTS = 6;
/** What a refusal counts at least against the time that may be waited. Unit: milliseconds. */
const SHORTEST_MS = 1_000;

/**
 * Sends again where an attempt was refused and may be repeated, for as long as may be waited.
 * @throws ServiceError of the last refusal
 */
export async function sendPatiently<Accepted extends { readonly status: 'accepted' }>(
  ports: EnginePorts,
  call: Pick<Submission<SubmissionAnswer>, 'asset' | 'operation' | 'kind' | 'signal'>,
  send: () => Promise<Accepted | Refused>,
): Promise<Accepted> {
  let waited = 0;
  for (let attempt = 1; ;) {
    const sent = await send();
    if (sent.status === 'accepted') return sent;
    const isRate = sent.error instanceof RateLimitError;
    const wait = retryDelay(call.kind, sent.error, attempt, ports.random);
    if (wait === null || (attempt === ATTEMPTS && !isRate)) {
      throw sent.error;
    }
    // A refusal for the rate says nothing of this request: only time limits those.
    if (!isRate) attempt += 1;
    // However short the pauses that it asks for, they end.
    const pausedMs = (ports.client.pause()?.until ?? 0) - ports.clock.now();
    waited += Math.max(wait, pausedMs, SHORTEST_MS);
    if (waited > ports.maxWaitMs) throw waitError(ports, call.operation, sent.error, wait);
    // The client tells of a pause to all that wait for it.
    if (!isRate) {
      ports.emit({ type: 'waiting', asset: call.asset, reason: sent.error.message, ms: wait });
    }
    await ports.clock.sleep(wait, { signal: call.signal });
  }
}

/** The service asks for more than may be waited, at once or in all. */
function waitError(
  { client, clock, maxWaitMs }: EnginePorts,
  operation: string,
  error: ServiceError,
  wait: number,
): WaitError {
  const { until, cause } = client.pause() ?? { until: clock.now() + wait, cause: error.message };
  return new WaitError({ operation, until, maxWaitMs, cause });
}
