import { createHash } from 'node:crypto';
import { AssetgenError } from '@assetgen/client/errors';
import type { HttpExchange, WholeAnswer } from './http-exchange.ts';
import type { S3Requests } from './s3-requests.ts';
import { MOST_ENTRY_BYTES } from './tier.ts';

/** A small object of a bucket, and the tag that its next write names. */
export interface StoredObject {
  readonly text: string;
  /** As the bucket says it, with its quotes. */
  readonly etag: string;
  /** How long ago it was written, by the bucket's own clock; null: it does not say. Unit: milliseconds. */
  readonly ageMs: number | null;
}

/** Small objects of a bucket that are written only where they are as they were read. */
export interface ConditionalObjects {
  /** null where there is none. */
  get(name: string, signal: AbortSignal): Promise<StoredObject | null>;
  /**
   * Writes where the object still has this tag (`If-Match`), or, with null, where there is none
   * (`If-None-Match: *`). False where it is otherwise: nothing was written then, unless an earlier
   * try was whose answer was lost.
   */
  putWhere(name: string, text: string, etag: string | null, signal: AbortSignal): Promise<boolean>;
  put(name: string, text: string, signal: AbortSignal): Promise<void>;
}

/** sha256 of nothing. */
const EMPTY = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';
/** A condition did not hold, or two writers met: S3 answers 409 to one of them. */
const CONFLICTS = new Set([409, 412]);
/** What stores answer that do not know the header of a condition; and for a signature that is wrong. */
const UNKNOWN_HEADER = new Set([400, 501]);
/** What passes by itself. */
const PASSING = new Set([408, 425, 429]);

/**
 * Objects over HTTP. Conditions are signed with the request, so that a proxy which takes them off
 * makes it fail.
 */
export function conditionalObjects(
  { urlOf, headersOf }: S3Requests,
  exchange: HttpExchange,
): ConditionalObjects {
  async function write(
    name: string,
    text: string,
    condition: Readonly<Record<string, string>>,
    signal: AbortSignal,
  ): Promise<number> {
    const url = urlOf(name);
    const content = Buffer.from(text);
    const hash = createHash('sha256').update(content).digest('hex');
    const headers = await headersOf('PUT', url, hash, condition);
    const body = { bytes: content.length, content };
    const sent = { method: 'PUT', url, headers, body, signal } as const;
    return (await exchange.sendWhole(sent, MOST_ENTRY_BYTES)).status;
  }

  return {
    async get(name, signal) {
      const url = urlOf(name);
      const headers = await headersOf('GET', url, EMPTY);
      const sent = { method: 'GET', url, headers, body: null, signal } as const;
      const answer = await exchange.sendWhole(sent, MOST_ENTRY_BYTES);
      if (answer.status === 404) return null;
      if (answer.status !== 200) throw problem(answer.status);
      const etag = answer.header('etag');
      if (etag === null || answer.pieces === null) {
        throw refusal('its objects have no ETag, or too long ones');
      }
      return { text: Buffer.concat(answer.pieces).toString('utf8'), etag, ageMs: ageOf(answer) };
    },
    async putWhere(name, text, etag, signal) {
      const condition = etag === null ? { 'if-none-match': '*' } : { 'if-match': etag };
      const status = await write(name, text, condition, signal);
      // Gone since it was read.
      if (CONFLICTS.has(status) || (status === 404 && etag !== null)) return false;
      if (UNKNOWN_HEADER.has(status)) throw new ConditionError(status);
      if (status < 200 || status > 299) throw problem(status);
      return true;
    },
    async put(name, text, signal) {
      const status = await write(name, text, {}, signal);
      if (status < 200 || status > 299) throw problem(status);
    },
  };
}

/** Both times are the bucket's: what this machine's clock says plays no part. */
function ageOf({ header }: WholeAnswer): number | null {
  const ms = Date.parse(header('date') ?? '') - Date.parse(header('last-modified') ?? '');
  return Number.isNaN(ms) ? null : ms;
}

const EXPLAINED: Readonly<Record<number, string>> = {
  301: ' (moved: is the URL or the region right?)',
  307: ' (moved: is the URL or the region right?)',
  401: ' (are the credentials right?)',
  403: ' (are the credentials right, and may they read, write and list?)',
  404: ' (does the bucket exist?)',
};

/** A bucket that may not know conditions, and says so. */
export class ConditionError extends AssetgenError {
  constructor(status: number) {
    super('ASSETGEN_REMOTE', `it answered ${status} to a conditional write`);
  }
}

function problem(status: number): Error {
  const text = `it answered ${status}${EXPLAINED[status] ?? ''}`;
  return PASSING.has(status) || status >= 500 ? new Error(text) : refusal(text);
}

/** What the place says and will say again: nobody waits for it to pass. */
function refusal(message: string): AssetgenError {
  return new AssetgenError('ASSETGEN_REMOTE', message);
}
