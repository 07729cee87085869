const WINDOW = 60_000;

export interface RateDecision {
  readonly allowed: boolean;
  readonly limit: number;
  readonly remaining: number;
  /** Unix time in seconds at which the limit is whole again. */
  readonly reset: number;
  /** Unit: seconds. */
  readonly retryAfter: number;
}

/** `limit` requests in each minute that begins with the first of them. */
export function rateLimit(limit: number, now: () => number): () => RateDecision {
  let start = -Infinity;
  let used = 0;
  return function take() {
    const at = now();
    if (at - start >= WINDOW || at < start) {
      start = at;
      used = 0;
    }
    const allowed = used < limit;
    if (allowed) used++;
    const end = start + WINDOW;
    return {
      allowed,
      limit,
      remaining: limit - used,
      reset: Math.ceil(end / 1000),
      retryAfter: Math.max(1, Math.ceil((end - at) / 1000)),
    };
  };
}

/** The headers of V1 answers (section 4.1); the unit of `Reset` is Unix seconds here. */
export function rateHeaders(rate: RateDecision): Record<string, string> {
  return {
    'x-ratelimit-limit': String(rate.limit),
    'x-ratelimit-remaining': String(rate.remaining),
    'x-ratelimit-reset': String(rate.reset),
  };
}
