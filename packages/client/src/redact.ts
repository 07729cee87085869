const URL_WITH_QUERY = /\b(https?:\/\/[^\s?#"'<>]+)[?#][^\s"'<>]*/gi;
const URL_CREDENTIALS = /\b(https?:\/\/)[^\s/@"'<>]+@/gi;
const BEARER = /\b(bearer)\s+[^\s"',;]+/gi;

/**
 * Takes the key and every query of a URL out of a text: results are signed URLs, and a service
 * may echo what it was sent.
 */
export function redact(text: string, key?: string | null): string {
  const withoutKey = key == null || key.length < 4 ? text : text.replaceAll(key, '[key]');
  return withoutKey
    .replace(BEARER, '$1 [key]')
    .replace(URL_CREDENTIALS, '$1')
    .replace(URL_WITH_QUERY, '$1?[signed]');
}

/** A URL as a message may show it: without its query, fragment and credentials. */
export function redactUrl(url: string | URL): string {
  try {
    const parsed = new URL(url);
    const base = `${parsed.origin}${parsed.pathname}`;
    return parsed.search === '' ? base : `${base}?[signed]`;
  } catch {
    return '[not a URL]';
  }
}

/**
 * A cause that is safe to print. Errors of transports carry raw bytes of answers and addresses;
 * only name, code and a redacted message pass.
 */
export function safeCause(error: unknown, key?: string | null): Error {
  const safe = new Error(redact(describe(error), key));
  if (error instanceof Error) {
    safe.name = error.name;
    if (error.stack !== undefined) {
      safe.stack = redact(error.stack, key);
    }
    const code = errorCode(error);
    if (code !== null) {
      Object.assign(safe, { code });
    }
  }
  return safe;
}

/** The `code` of an error, or of the first error that it wraps. */
export function errorCode(error: unknown): string | null {
  if (!(error instanceof Error)) {
    return null;
  }
  if ('code' in error && typeof error.code === 'string') {
    return error.code;
  }
  if (error instanceof AggregateError && error.errors.length > 0) {
    return errorCode(error.errors[0]);
  }
  return error.cause === undefined ? null : errorCode(error.cause);
}

/** One line about an error, also for an AggregateError whose own message is empty. */
export function describe(error: unknown): string {
  if (!(error instanceof Error)) {
    return String(error);
  }
  if (error instanceof AggregateError && error.message === '') {
    return error.errors.map(describe).join('; ');
  }
  const inner = error.cause instanceof Error ? describe(error.cause) : '';
  const own = error.message === '' ? error.name : error.message;
  return inner === '' || own.includes(inner) ? own : `${own}: ${inner}`;
}
