/** A URL of any scheme: `s3:` and `wss:` can be signed, `redis:` and `ftp:` can hold a password. */
const URL_TEXT = /\b([a-z][a-z0-9+.-]{1,30}:\/\/)([^\s"'<>\\]+)/gi;
const BEARER = /\b(bearer|authorization\W{1,4}basic)\s+[^\s"',;]+/gi;
/** Three parts in base64url, the first of which begins with `{"`. */
const TOKEN = /\beyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*/g;
/** In what is left of a URL, or in a relative one. */
const PARAMETER =
  /([?&;](?:x-(?:amz|goog|oss|cos)-[a-z-]{1,30}|(?:access|api|auth|security|session)?[_-]?(?:signature|sig|token|secret|password|credential|policy|key)(?:[_-]?id)?)=)[^\s&;"'<>]+/gi;

/**
 * Takes the key out of a text, also in base64, in a URL and in hexadecimal digits; and of URLs what gives access: queries, passwords, and signatures in their paths. Results are signed
 * URLs, and a service may echo what it was sent. Ids of jobs stay.
 */
export function redact(text: string, key?: string | null): string {
  let safe = text;
  for (const form of key == null ? [] : formsOf(key)) safe = safe.replaceAll(form, '[key]');
  return safe
    .replace(BEARER, '$1 [key]')
    .replace(URL_TEXT, (_url, scheme: string, rest: string) => scheme + redactRest(rest))
    .replace(TOKEN, '[token]')
    .replace(PARAMETER, '$1[signed]');
}

/** Behind the scheme of a URL. */
function redactRest(rest: string): string {
  const [, authority = '', path = '', query] = /^([^/?#]*)([^?#]*)(.*)$/s.exec(rest) ?? [];
  const host = authority.slice(authority.lastIndexOf('@') + 1);
  return `${host}${path.split('/').map(redactSegment).join('/')}${query === '' ? '' : '?[signed]'}`;
}

const LONGEST_PLAIN = 39;

/**
 * A part of a path that is long and no word is a signature, and so is what is named one. A UUID has
 * 36 characters.
 */
function redactSegment(segment: string): string {
  const named = /^((?:sig|signature|token|key|expires|hmac|st)[=~:])./i.exec(segment)?.[1];
  if (named !== undefined) return `${named}[signed]`;
  if (/^s--[\w-]+--$/.test(segment)) return '[signed]';
  const [plain = '', ...parameters] = segment.split(';');
  const bare = plain.replace(/\.[a-z0-9]{1,5}$/i, '');
  const isLong = bare.length > LONGEST_PLAIN && /^[\w~=%+-]+$/.test(bare) && /\d/.test(bare);
  const shown = isLong ? `[signed]${plain.slice(bare.length)}` : plain;
  return parameters.length === 0 ? shown : `${shown};[signed]`;
}

/** Shorter keys would be found in words; of their encodings sooner. */
const LEAST = 4;
const LEAST_ENCODED = 8;

/** The key as it may come back. */
function formsOf(key: string): readonly string[] {
  if (key.length < LEAST) return [];
  const forms = new Set([key]);
  if (key.length >= LEAST_ENCODED) {
    const bytes = Buffer.from(key);
    const hex = bytes.toString('hex');
    const url = encodeURIComponent(key);
    for (const form of [url, encodeURIComponent(url), hex, hex.toUpperCase()]) forms.add(form);
    for (const form of base64Of(bytes)) {
      forms.add(form).add(form.replaceAll('+', '-').replaceAll('/', '_'));
    }
  }
  return [...forms];
}

/**
 * What base64 of a text has in common wherever the key stands in it (`Bearer KEY`, `user:KEY`): three
 * bytes are four characters, and those that hold bits of its neighbours are left out.
 */
function base64Of(key: Buffer): readonly string[] {
  return [0, 1, 2].map((offset) => {
    const whole = Buffer.concat([Buffer.alloc(offset), key])
      .toString('base64')
      .replace(/=+$/, '');
    const rest = (offset + key.length) % 3;
    return whole.slice(offset === 0 ? 0 : offset + 1, rest === 0 ? undefined : -1);
  });
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
