import { isPrivateHost } from './addresses.ts';
import { decodeStream, isEncoded } from './content-encoding.ts';
import { describe, redactUrl, safeCause } from './redact.ts';
import { DownloadError } from './service-errors.ts';
import type { DownloadHead, Transport } from './transport.ts';

export interface DownloadOptions {
  readonly signal?: AbortSignal | undefined;
  /** Refuse a longer body. Unit: bytes. @default 2147483648 (2 GiB) */
  readonly maxBytes?: number;
  /** Give up when nothing comes for so long. Unit: milliseconds. @default 30000 */
  readonly idleMs?: number;
  /** Go on from here, where the body still has this strong ETag. */
  readonly resume?: { readonly from: number; readonly etag: string };
}

/** A body on its way. Nothing in it is verified: that is the receiver's part. */
export interface Download {
  /** Content-Length; null where the service does not tell. */
  readonly total: number | null;
  /** A strong ETag, which alone allows to go on after a break. */
  readonly etag: string | null;
  /** True where it starts at `resume.from`. */
  readonly resumed: boolean;
  readonly body: AsyncIterable<Uint8Array>;
  cancel(): Promise<void>;
}

const MAX_REDIRECTS = 5;
const MAX_BYTES = 2_147_483_648;
const IDLE_MS = 30_000;
const EXPIRED = new Set([400, 401, 403, 404, 410]);
const REDIRECTS = new Set([301, 302, 303, 307, 308]);

/**
 * Opens a signed URL (section 5.5). It carries no Authorization header. An address without a host
 * is one of the service. A redirect to a private address is refused, unless the service itself is
 * at such an address. A body that is encoded on its way comes decoded.
 */
export async function openDownload(
  transport: Transport,
  bases: Readonly<Record<'v1' | 'legacy', string>>,
  address: string,
  options: DownloadOptions = {},
): Promise<Download> {
  const signal = options.signal ?? null;
  const { resume } = options;
  const headers: Record<string, string> = { accept: '*/*', 'accept-encoding': 'identity' };
  if (resume !== undefined) {
    headers['range'] = `bytes=${resume.from}-`;
    headers['if-range'] = resume.etag;
  }
  const serviceHosts = Object.values(bases).map((base) => new URL(base).hostname);
  let url = parseUrl(address, new URL(bases.legacy));
  let publicOnly = false;
  for (let hop = 0; hop <= MAX_REDIRECTS; hop += 1) {
    const head = await get(transport, { url, headers, publicOnly, signal }, options);
    const target = REDIRECTS.has(head.status) ? head.header('location') : null;
    if (target === null) {
      return accept(head, url, options);
    }
    await head.cancel();
    const from = url;
    url = parseUrl(target, from);
    if (from.protocol === 'https:' && url.protocol === 'http:') {
      throw refused(`${redactUrl(from)} redirects to plain HTTP`);
    }
    if (!transport.embedded) {
      publicOnly = !(await someArePrivate(serviceHosts));
      if (publicOnly && (await isPrivateHost(url.hostname))) {
        throw refused(`${redactUrl(from)} redirects to a private address, ${url.hostname}`);
      }
    }
  }
  throw refused(`${redactUrl(address)} redirects more than ${MAX_REDIRECTS} times`);
}

async function someArePrivate(hosts: readonly string[]): Promise<boolean> {
  const found = await Promise.all(hosts.map(isPrivateHost));
  return found.includes(true);
}

function parseUrl(address: string, base?: URL): URL {
  let url: URL;
  try {
    url = new URL(address, base);
  } catch {
    throw refused('the address of the result is not a URL');
  }
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    throw refused(`the address of the result is of the scheme ${url.protocol}`);
  }
  return url;
}

function refused(why: string): DownloadError {
  return new DownloadError(`download refused: ${why}`, { retryable: false });
}

async function get(
  transport: Transport,
  hop: {
    readonly url: URL;
    readonly headers: Readonly<Record<string, string>>;
    readonly publicOnly: boolean;
    readonly signal: AbortSignal | null;
  },
  options: DownloadOptions,
): Promise<DownloadHead> {
  try {
    return await transport.get({ ...hop, idleMs: options.idleMs ?? IDLE_MS });
  } catch (error) {
    throw broken(hop.url, error);
  }
}

function broken(url: URL, error: unknown): DownloadError {
  return new DownloadError(`download of ${redactUrl(url)} failed: ${describe(safeCause(error))}`, {
    cause: safeCause(error),
  });
}

async function accept(head: DownloadHead, url: URL, options: DownloadOptions): Promise<Download> {
  const { status } = head;
  const partial = status === 206 && options.resume !== undefined;
  if (status !== 200 && !partial) {
    await head.cancel();
    const expired = EXPIRED.has(status);
    throw new DownloadError(`download of ${redactUrl(url)} failed: HTTP ${status}`, {
      httpStatus: status,
      expired,
      retryable: expired || status === 408 || status === 416 || status === 429 || status >= 500,
    });
  }
  const encoding = head.header('content-encoding');
  const length = head.header('content-length');
  const sent = length !== null && /^\d+$/.test(length) ? Number(length) : null;
  if (isEncoded(encoding) && !partial) return decoded(head, url, options, encoding, sent);
  const total = sent;
  const maxBytes = options.maxBytes ?? MAX_BYTES;
  const start = partial ? (options.resume?.from ?? 0) : 0;
  if (start + (total ?? 0) > maxBytes) {
    await head.cancel();
    throw tooLarge(url, maxBytes);
  }
  const tag = head.header('etag');
  return {
    total: total === null ? null : start + total,
    etag: tag !== null && /^"[^"]*"$/.test(tag) ? tag : null,
    resumed: partial,
    body: limited(head, url, start, maxBytes, total),
    cancel: () => head.cancel(),
  };
}

/** How long it is, and where it would go on after a break, is not known of a body that was encoded. */
function decoded(
  head: DownloadHead,
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

async function* limited(
  head: DownloadHead,
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
      `download of ${redactUrl(url)} was cut: ${size - start} of ${length} bytes came`,
      {},
    );
  }
}
