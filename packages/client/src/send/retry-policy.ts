import type { OperationClass } from '../operations/operation-types.ts';
import { RateLimitError, ServiceError, UnreachableError } from '../service-errors.ts';

const BASE_MS = 500;
const CAP_MS = 8_000;

/**
 * How long to wait before the next attempt; null where there must be none.
 *
 * A create goes out again only when it is proven that nothing was sent, or that it was refused by
 * the rate limit. Everything else about a create is final: a second one would be paid again.
 *
 * @param attempt 1 for the first attempt that failed
 * @param random 0 to below 1: full jitter, so that clients that failed together do not return together
 */
export function retryDelay(
  kind: OperationClass,
  error: unknown,
  attempt: number,
  random: () => number,
): number | null {
  if (error instanceof RateLimitError) {
    // Where it does not say, the rate limiter finds out when to ask again, by one request for all.
    return error.retryAfterMs ?? 0;
  }
  if (error instanceof UnreachableError) {
    return error.permanent ? null : backoff(attempt, random);
  }
  if (kind !== 'safe' || !(error instanceof ServiceError)) {
    return null;
  }
  return error.code === 'ASSETGEN_SERVICE' ? backoff(attempt, random) : null;
}

/** Full jitter over an exponential bound. Unit: milliseconds. */
export function backoff(attempt: number, random: () => number): number {
  return Math.min(CAP_MS, BASE_MS * 2 ** (attempt - 1)) * random();
}
