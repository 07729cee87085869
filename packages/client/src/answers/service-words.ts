import { isObject, text } from './json-values.ts';
import type { JsonObject } from './json-values.ts';

/** Where services put their words: the first two are of the specification (section 7.1). */
const WORDS = [
  'message',
  'error',
  'msg',
  'detail',
  'error_description',
  'title',
  'reason',
] as const;

/**
 * What a body says about itself: as the specification lets it say so, and as proxies, frameworks
 * and maintenance pages do. One line of at most 500 characters, without control characters.
 */
export function messageOf(body: unknown): string | null {
  const found =
    typeof body === 'string' ? plainWords(body) : isObject(body) ? ownWords(body) : null;
  const line = found === null ? '' : oneLine(found);
  return line === '' ? null : line.slice(0, 500);
}

function ownWords(body: JsonObject): string | null {
  const own = WORDS.map((name) => nested(body[name])).filter((part) => part !== null);
  if (own.length > 0) return [...new Set(own)].join(': ');
  return isObject(body['data']) ? text(body['data']['message']) : null;
}

function nested(value: unknown): string | null {
  if (Array.isArray(value)) {
    const each = value.map(nested).filter((part) => part !== null);
    return each.length === 0 ? null : each.slice(0, 4).join('; ');
  }
  if (!isObject(value)) return text(value);
  return text(value['message']) ?? text(value['msg']) ?? text(value['detail']);
}

/** Of an HTML page: its title, or its first heading. */
function plainWords(body: string): string | null {
  if (!isHtml(body)) return body;
  const title = /<(title|h1)[^>]*>([^<]{1,300})<\/\1>/i.exec(body)?.[2]?.trim() ?? '';
  return title === '' ? null : `an HTML page, "${title}"`;
}

/** A page for people, such as those of firewalls and proxies: no answer of the service. */
export function isHtml(body: unknown): boolean {
  return typeof body === 'string' && /^\s*</.test(body);
}

/** Control characters (C0, C1, bidirectional) could change what a terminal shows. */
function oneLine(words: string): string {
  return words.replace(/[\p{Cc}\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]+/gu, ' ').trim();
}
