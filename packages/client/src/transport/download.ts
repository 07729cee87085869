import { allows, bareHost, isPrivateAddress, ReachError } from './addresses.ts';
import type { Reach } from './addresses.ts';
import { decodeStream, isEncoded } from './content-encoding.ts';
import { describe, redactUrl, safeCause } from '../redact.ts';
import { DownloadError } from '../service-errors.ts';
import type { DownloadHead, Transport } from './transport.ts';

export interface DownloadOptions {
  readonly signal?: AbortSignal | undefined;
  /** Refuse a longer body. Unit: bytes. @default 2147483648 (2 GiB) */
  readonly maxBytes?: number;
  /** Give up when nothing comes for so long. Unit: milliseconds. @default 30000 */
  readonly idleMs?: number;
  /**
   * Give up below this rate, taken over a minute of waiting for the other side. Unit: bytes a
   * second, 0 or more. @default 1024
   */
  readonly minRate?: number;
  /** Continue from here, where the body still has this strong ETag. */
  readonly resume?: { readonly from: number; readonly etag: string };
}

type Resume = NonNullable<DownloadOptions['resume']>;

/** A body on its way. Nothing in it is verified: that is the receiver's part. */
export interface Download {
  /** Content-Length; null where the service does not tell. */
  readonly total: number | null;
  /** A strong ETag, which alone allows resuming after a break. */
  readonly etag: string | null;
  /** True where it starts at `resume.from`. */
  readonly resumed: boolean;
  readonly body: AsyncIterable<Uint8Array>;
  cancel(): Promise<void>;
}

/** What downloads of one client share. */
export interface DownloadSource {
  readonly transport: Transport;
  readonly bases: Readonly<Record<'v1' | 'legacy', string>>;
  /** Hosts at private addresses that results may come from, beside those of `bases`. */
  readonly privateHosts: readonly string[];
  /** Unit: milliseconds. */
  readonly now: () => number;
}

const MAX_REDIRECTS = 5;
const MAX_BYTES = 2_147_483_648;
const IDLE_MS = 30_000;
const MIN_RATE = 1024;
/** How long the other side is waited for until its rate is judged. */
const RATE_MS = 60_000;
/** A 203 is a 200 that a proxy on the way has changed (RFC 9110, 15.3.4). */
const WHOLE = new Set([200, 203]);
const EXPIRED = new Set([400, 401, 403, 404, 410]);
const REDIRECTS = new Set([301, 302, 303, 307, 308]);

/**
 * Opens a signed URL (section 5.5). It carries no Authorization header. An address without a host
 * is one of the service. A body that is encoded on its way comes decoded.
 *
 * An address that the service gives, and each that it redirects to, may lead to the internet alone,
 * and no name may resolve to anything else. A host of the service itself, or one that the client was
 * told of, may be anywhere; where the service is written as a private address or name, so may
 * others, but for link-local addresses.
 * @throws DownloadError `ASSETGEN_DOWNLOAD`
 */
export async function openDownload(
  source: DownloadSource,
  address: string,
  options: DownloadOptions = {},
): Promise<Download> {
  const { transport, bases } = source;
  const signal = options.signal ?? null;
  const { resume } = options;
  const headers: Record<string, string> = { accept: '*/*', 'accept-encoding': 'identity' };
  if (resume !== undefined) {
    headers['range'] = `bytes=${resume.from}-`;
    headers['if-range'] = resume.etag;
  }
  let url = parseUrl(address, new URL(bases.legacy));
  for (let hop = 0; hop <= MAX_REDIRECTS; hop += 1) {
    const reach = reachOf(source, url);
    if (!allows(reach, url.hostname)) throw isPrivate(url, `${url.hostname} is a private address`);
    const head = await get(transport, { url, headers, reach, signal }, options);
    const target = REDIRECTS.has(head.status) ? head.header('location') : null;
    if (target === null) {
      return accept(head, url, options, source.now);
    }
    await head.cancel();
    const from = url;
    url = parseUrl(target, from);
    if (from.protocol === 'https:' && url.protocol === 'http:') {
      throw refused(`${redactUrl(from)} redirects to plain HTTP`);
    }
  }
  throw refused(`${redactUrl(address)} redirects more than ${MAX_REDIRECTS} times`);
}

/**
 * Told by what is written alone: what a name of the service resolves to is for the service to
 * choose, and would choose the reach of what it gives.
 */
function reachOf({ transport, bases, privateHosts }: DownloadSource, url: URL): Reach {
  if (transport.embedded) return 'any';
  const own = Object.values(bases).map((base) => bareHost(new URL(base).hostname));
  const host = bareHost(url.hostname);
  if (own.includes(host) || privateHosts.some((each) => bareHost(each) === host)) return 'any';
  return own.some(isPrivateAddress) ? 'network' : 'public';
}

function parseUrl(address: string, base?: URL): URL {
  let url: URL;
  try {
    url = new URL(address, base);
  } catch {
    throw refused("the result's address is not a URL");
  }
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    throw refused(`the result's address has the scheme ${url.protocol}`);
  }
  return url;
}

function refused(why: string, facts: { readonly hint?: string } = {}): DownloadError {
  return new DownloadError(`download refused: ${why}`, { ...facts, retryable: false });
}

function isPrivate(url: URL, why: string): DownloadError {
  return refused(`the service gave ${redactUrl(url)}, and ${why}`, {
    hint: `Results come from the internet, or from the host of the service. If this host is yours, name it in the environment: ASSETGEN_PRIVATE_HOSTS=${url.hostname}`,
  });
}

async function get(
  transport: Transport,
  hop: {
    readonly url: URL;
    readonly headers: Readonly<Record<string, string>>;
    readonly reach: Reach;
    readonly signal: AbortSignal | null;
  },
  options: DownloadOptions,
): Promise<DownloadHead> {
  try {
    return await transport.get({ ...hop, idleMs: options.idleMs ?? IDLE_MS });
  } catch (error) {
    if (error instanceof ReachError) throw isPrivate(hop.url, error.message);
    throw broken(hop.url, error);
  }
}

function broken(url: URL, error: unknown): DownloadError {
  return new DownloadError(`download of ${redactUrl(url)} failed: ${describe(safeCause(error))}`, {
    cause: safeCause(error),
  });
}

async function accept(
  head: DownloadHead,
  url: URL,
  options: DownloadOptions,
  now: () => number,
): Promise<Download> {
  const { status } = head;
  const { resume } = options;
  const partial = status === 206 && resume !== undefined;
  if (partial && !isRest(head, resume)) {
    await head.cancel();
    throw new DownloadError(
      `download of ${redactUrl(url)} failed: the service sent another part than the rest`,
      { httpStatus: status },
    );
  }
  if (!WHOLE.has(status) && !partial) {
    await head.cancel();
    const expired = EXPIRED.has(status);
    throw new DownloadError(`download of ${redactUrl(url)} failed: HTTP ${status}`, {
      httpStatus: status,
      expired,
      retryable: expired || status === 408 || status === 416 || status === 429 || status >= 500,
    });
  }
  const body = paced(head.body, url, options.minRate ?? MIN_RATE, now);
  const sentBy = { body, cancel: () => head.cancel() };
  const encoding = head.header('content-encoding');
  const length = head.header('content-length');
  const sent = length !== null && /^\d+$/.test(length) ? Number(length) : null;
  if (isEncoded(encoding) && !partial) return decoded(sentBy, url, options, encoding, sent);
  const total = sent;
  const maxBytes = options.maxBytes ?? MAX_BYTES;
  const start = partial ? resume.from : 0;
  if (start + (total ?? 0) > maxBytes) {
    await head.cancel();
    throw tooLarge(url, maxBytes);
  }
  const tag = head.header('etag');
  return {
    total: total === null ? null : start + total,
    etag: tag !== null && /^"[^"]*"$/.test(tag) ? tag : null,
    resumed: partial,
    body: limited(sentBy, url, start, maxBytes, total),
    cancel: () => head.cancel(),
  };
}

/**
 * Whether a part goes on where the body broke off, to its end (RFC 9110, 15.3.7): a cache may send
 * whole blocks, less than it was asked for, or another version of the file.
 */
function isRest(head: DownloadHead, { from, etag }: Resume): boolean {
  const range = /^bytes (\d+)-(\d+)\/(\d+|\*)$/i.exec(head.header('content-range') ?? '');
  if (range === null) return false;
  const [, start, end, size] = range;
  const isToEnd = size === '*' || Number(end) + 1 === Number(size);
  return Number(start) === from && isToEnd && (head.header('etag') ?? etag) === etag;
}

/** How long it is, and where it would go on after a break, is not known of a body that was encoded. */
function decoded(
  head: Sender,
  url: URL,
  options: DownloadOptions,
  encoding: string | null,
  sent: number | null,
): Download {
  const maxBytes = options.maxBytes ?? MAX_BYTES;
  const whole = limited(head, url, 0, maxBytes, sent);
  const body = decodeStream(whole, encoding);
  return {
    total: null,
    etag: null,
    resumed: false,
    body: limited({ ...head, body }, url, 0, maxBytes, null),
    cancel: () => head.cancel(),
  };
}

function tooLarge(url: URL, maxBytes: number): DownloadError {
  return new DownloadError(`download of ${redactUrl(url)} refused: more than ${maxBytes} bytes`, {
    retryable: false,
  });
}

/** A body below the lowest rate would hold a slot, and the build, for days. */
async function* paced(
  body: AsyncIterable<Uint8Array>,
  url: URL,
  minRate: number,
  now: () => number,
): AsyncGenerator<Uint8Array> {
  let waited = 0;
  let bytes = 0;
  let since = now();
  for await (const chunk of body) {
    // The receiver's time to store a chunk does not count against the sender.
    waited += now() - since;
    bytes += chunk.length;
    if (waited >= RATE_MS) {
      const rate = Math.floor((bytes * 1000) / waited);
      if (rate < minRate) throw tooSlow(url, rate, minRate);
      waited = 0;
      bytes = 0;
    }
    yield chunk;
    since = now();
  }
}

function tooSlow(url: URL, rate: number, minRate: number): DownloadError {
  return new DownloadError(
    `download of ${redactUrl(url)} ended: ${rate} bytes a second, expected at least ${minRate}`,
    {},
  );
}

type Sender = Pick<DownloadHead, 'body' | 'cancel'>;

async function* limited(
  head: Sender,
  url: URL,
  start: number,
  maxBytes: number,
  length: number | null,
): AsyncGenerator<Uint8Array> {
  let size = start;
  try {
    for await (const chunk of head.body) {
      size += chunk.length;
      if (size > maxBytes) {
        throw tooLarge(url, maxBytes);
      }
      yield chunk;
    }
  } catch (error) {
    await head.cancel();
    throw error instanceof DownloadError ? error : broken(url, error);
  }
  if (length !== null && size - start !== length) {
    throw new DownloadError(
      `download of ${redactUrl(url)} was cut off: ${size - start} of ${length} bytes arrived`,
      {},
    );
  }
}
