/** What an answer says about the rate at which it may be asked. Unit: milliseconds. */
export interface RateSignals {
  readonly retryAfterMs: number | null;
  readonly limit: number | null;
  readonly remaining: number | null;
  readonly resetMs: number | null;
}

/**
 * How long a 429 asks to wait: its Retry-After, else when its window begins anew. null: it does not
 * say. Unit: milliseconds.
 */
export function askedPause({ retryAfterMs, remaining, resetMs }: RateSignals): number | null {
  return retryAfterMs ?? (remaining === null || remaining === 0 ? resetMs : null);
}

type HeaderReader = (name: string) => string | null;

const PAST_MS = 2 * 60_000;
const FUTURE_MS = 25 * 3_600_000;

/**
 * Reads Retry-After (RFC 9110, 10.2.3) and `X-RateLimit-*` (section 4.1). The unit of
 * `X-RateLimit-Reset` is not documented: it is tried against the answer's Date as Unix seconds,
 * then as Unix milliseconds, and else, up to 600, taken as seconds from now.
 */
export function readRateSignals(header: HeaderReader, now: number): RateSignals {
  const date = parseDate(header('date')) ?? now;
  return {
    retryAfterMs: retryAfter(header('retry-after'), date),
    limit: wholeNumber(header('x-ratelimit-limit')),
    remaining: wholeNumber(header('x-ratelimit-remaining')),
    resetMs: reset(header('x-ratelimit-reset'), date),
  };
}

function retryAfter(value: string | null, date: number): number | null {
  if (value === null) {
    return null;
  }
  const seconds = decimal(value);
  if (seconds !== null) {
    return Math.min(seconds * 1000, FUTURE_MS);
  }
  const at = parseDate(value);
  return at === null ? null : Math.min(Math.max(0, at - date), FUTURE_MS);
}

function reset(value: string | null, date: number): number | null {
  const number = value === null ? null : decimal(value);
  if (number === null) {
    return null;
  }
  for (const at of [number * 1000, number]) {
    const wait = at - date;
    if (wait >= -PAST_MS && wait <= FUTURE_MS) {
      return Math.max(0, wait);
    }
  }
  return number <= 600 ? number * 1000 : null;
}

function wholeNumber(value: string | null): number | null {
  const number = value === null ? null : decimal(value);
  return number === null ? null : Math.floor(number);
}

function decimal(value: string): number | null {
  const trimmed = value.trim();
  return /^\d+(\.\d+)?$/.test(trimmed) ? Number(trimmed) : null;
}

function parseDate(value: string | null): number | null {
  if (value === null || !/[a-z]/i.test(value)) {
    return null;
  }
  const time = Date.parse(value);
  return Number.isNaN(time) ? null : time;
}
