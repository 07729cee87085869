import { isObject } from './json-values.ts';

/** Most of an answer that is kept. Unit: characters. */
const MOST = 4096;
const MAX_DEPTH = 12;
const SECRET_KEY =
  /token|secret|passw|signature|credential|authori[sz]ation|cookie|session|(?:^|[_-])sig$|api[_-]?key/i;

/**
 * The body of an answer that could not be read, for a person who looks for a paid job in it: one
 * line of at most 4096 characters, without keys, queries of URLs and values whose name says that
 * they are secret.
 */
export function keptBody(body: unknown, redact: (text: string) => string): string {
  const source = typeof body === 'string' ? redact(body) : JSON.stringify(withoutSecrets(body, 0));
  // A name or a value may be cut where a URL begins: redacted once more as a whole.
  const line = redact(source ?? '').replace(
    /[\p{Cc}\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]+/gu,
    ' ',
  );
  return line.length <= MOST ? line : `${line.slice(0, MOST - 1)}…`;
}

function withoutSecrets(value: unknown, depth: number): unknown {
  if (depth > MAX_DEPTH) return '[deeper]';
  if (Array.isArray(value)) return value.map((item: unknown) => withoutSecrets(item, depth + 1));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [
      key,
      SECRET_KEY.test(key) && item !== null ? '[secret]' : withoutSecrets(item, depth + 1),
    ]),
  );
}
