import type { Digest } from '../../brands.ts';
import { hexOf } from '../cas/digest.ts';
import { decodeActionResult, encodeActionResult } from './encode-action-result.ts';
import type { HttpAnswer, HttpContent, HttpExchange, HttpRequest } from './http-exchange.ts';
import { contentLength, drain } from './http-exchange.ts';
import type { Tier } from './tier.ts';
import { CorruptError, RefusedError, TooLargeError, MOST_ENTRY_BYTES } from './tier.ts';

/** How an entry of the index is written. */
interface EntryForm {
  encode(text: string, blobs: Parameters<typeof encodeActionResult>[1]): Buffer;
  decode(bytes: Buffer): string | null;
}

export interface HttpTierParts {
  readonly exchange: HttpExchange;
  /** The URL of what has this name: `cas/<64 hex>` or `ac/<64 hex>`. */
  readonly urlOf: (name: string) => string;
  /**
   * What every request carries.
   * @param contentHash sha256 of the request's body, 64 hex digits
   */
  readonly headersOf: (
    method: 'GET' | 'HEAD' | 'PUT',
    url: string,
    contentHash: string,
  ) => Promise<Readonly<Record<string, string>>>;
  readonly form: EntryForm;
  readonly blobs: boolean;
}

/** Entries as Bazel's servers want them. */
export const ACTION_RESULTS: EntryForm = { encode: encodeActionResult, decode: decodeActionResult };

/** Entries as they are. */
export const PLAIN_TEXTS: EntryForm = {
  encode: (text) => Buffer.from(text),
  decode: (bytes) => bytes.toString('utf8'),
};

/** sha256 of nothing. */
const EMPTY = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';

/** A tier that keeps blobs below `cas/` and entries below `ac/`, over HTTP. */
export function createHttpTier(parts: HttpTierParts): Tier {
  const { exchange, form } = parts;

  async function request(
    method: 'GET' | 'HEAD' | 'PUT',
    name: string,
    signal: AbortSignal,
    body: { bytes: number; content: HttpContent } | null = null,
    contentHash: string = EMPTY,
  ): Promise<HttpRequest> {
    const url = parts.urlOf(name);
    const headers = await parts.headersOf(method, url, contentHash);
    return { method, url, headers, body, signal };
  }

  /** False for 404; throws for what is neither that nor a success. */
  function isThere({ status }: Pick<HttpAnswer, 'status'>): boolean {
    if (status === 200) return true;
    if (status === 404 || status === 410) return false;
    const text = `it answered ${status}${explain(status)}`;
    throw status < 500 && !PASSING.has(status) ? new RefusedError(text) : new Error(text);
  }

  /** null where there is none. */
  async function open(
    method: 'GET' | 'HEAD',
    name: string,
    signal: AbortSignal,
  ): Promise<HttpAnswer | null> {
    const answer = await exchange.send(await request(method, name, signal));
    if (answer.status !== 200) await drain(answer);
    return isThere(answer) ? answer : null;
  }

  /** null where there is none. */
  async function read(
    name: string,
    most: number,
    signal: AbortSignal,
  ): Promise<readonly Uint8Array[] | null> {
    const answer = await exchange.sendWhole(await request('GET', name, signal), most);
    if (!isThere(answer)) return null;
    if (answer.pieces === null) throw new CorruptError(`expected ${most} bytes, and more came`);
    return answer.pieces;
  }

  async function put(
    name: string,
    bytes: number,
    content: HttpContent,
    contentHash: string,
    signal: AbortSignal,
  ): Promise<void> {
    const sent = await request('PUT', name, signal, { bytes, content }, contentHash);
    const answer = await exchange.send(sent);
    await drain(answer);
    if (answer.status === 413 && name.startsWith('cas/')) {
      throw new TooLargeError(`it answered 413 (it takes no file of ${bytes} bytes)`);
    }
    if (answer.status < 200 || answer.status > 299) {
      throw new Error(`it answered ${answer.status}${explain(answer.status)}`);
    }
  }

  const cas = (digest: Digest): string => `cas/${hexOf(digest)}`;
  return {
    index: {
      async get(key, signal) {
        const pieces = await read(`ac/${key}`, MOST_ENTRY_BYTES, signal);
        // A page of a login is an entry that cannot be read, and not none: a person has to hear of it.
        return pieces === null ? null : (form.decode(Buffer.concat(pieces)) ?? '');
      },
      async set(key, { text, blobs }, signal) {
        const content = form.encode(text, blobs);
        const { createHash } = await import('node:crypto');
        const hash = createHash('sha256').update(content).digest('hex');
        await put(`ac/${key}`, content.length, content, hash, signal);
      },
    },
    blobs: !parts.blobs
      ? null
      : {
          async get(digest, signal) {
            const answer = await open('GET', cas(digest), signal);
            if (answer === null) return null;
            const { body } = answer;
            return { bytes: contentLength(answer), body, cancel: () => answer.cancel() };
          },
          getSmall: (digest, most, signal) => read(cas(digest), most, signal),
          async has({ digest, bytes }, signal) {
            const answer = await open('HEAD', cas(digest), signal);
            if (answer === null) return false;
            await drain(answer);
            // A shorter object was never complete.
            return (contentLength(answer) ?? bytes) === bytes;
          },
          put: ({ digest, bytes }, open, signal) =>
            put(cas(digest), bytes, open(), hexOf(digest), signal),
        },
    async prepare() {
      // Nothing but what is installed anyway.
    },
    reset() {
      // Requests end with their signals.
    },
    close: () => exchange.close(),
  };
}

/** What passes by itself. */
const PASSING = new Set([408, 425, 429]);

const EXPLAINED: Readonly<Record<number, string>> = {
  301: ' (moved: is the URL or the region right?)',
  307: ' (moved: is the URL or the region right?)',
  302: ' (does it send you to a login?)',
  401: ' (are the credentials right?)',
  403: ' (are the credentials right?)',
  405: ' (does it take writes?)',
  507: ' (it is full)',
};

function explain(status: number): string {
  return EXPLAINED[status] ?? '';
}
