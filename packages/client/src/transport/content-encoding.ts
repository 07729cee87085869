import { Readable } from 'node:stream';
import type { Duplex } from 'node:stream';
import { promisify } from 'node:util';
import zlib from 'node:zlib';
import { AnswerTooLong } from './transport.ts';
import { unzstd } from './unzstd.ts';

/**
 * Requests ask for `identity`; a proxy that encodes all the same is read. An answer to a create
 * that cannot be read is money lost.
 *
 * @param encoding the value of Content-Encoding (RFC 9110, 8.4), outermost last
 * @param maxBytes of what comes out; more is an error
 * @throws Error for an encoding that is not known, or bytes that are not of it
 */
export async function decodeContent(
  bytes: Uint8Array,
  encoding: string | null,
  maxBytes: number,
): Promise<Uint8Array> {
  const names = encodings(encoding).toReversed();
  if (names.length > MAX_ENCODINGS) throw new AnswerTooLong(`is encoded ${names.length} times`);
  try {
    let decoded = bytes;
    for (const name of names) decoded = await decodeOnce(decoded, name, maxBytes);
    // Some proxies forget to say so; JSON never begins with these.
    return isGzip(decoded) ? await decodeOnce(decoded, 'gzip', maxBytes) : decoded;
  } catch (error) {
    const isTooLong = error instanceof RangeError && 'code' in error;
    throw isTooLong && error.code === 'ERR_BUFFER_TOO_LARGE' ? new AnswerTooLong() : error;
  }
}

/** Of one answer; a proxy adds one. */
const MAX_ENCODINGS = 4;

/** The same for a body on its way. Gives it back as it is where nothing is encoded. */
export async function* decodeStream(
  body: AsyncIterable<Uint8Array>,
  encoding: string | null,
): AsyncGenerator<Uint8Array> {
  let decoded: AsyncIterable<Uint8Array> = body;
  for (const name of encodings(encoding).toReversed()) decoded = decodePieces(decoded, name);
  yield* decoded;
}

/** Whether a body has to be decoded. */
export function isEncoded(encoding: string | null): boolean {
  return encodings(encoding).length > 0;
}

function encodings(value: string | null): string[] {
  return (value ?? '')
    .toLowerCase()
    .split(',')
    .map((name) => name.trim().replace(/^x-/, ''))
    .filter((name) => name !== '' && name !== 'identity' && name !== 'aws-chunked');
}

async function decodeOnce(bytes: Uint8Array, name: string, max: number): Promise<Uint8Array> {
  const options = { maxOutputLength: max };
  switch (name) {
    case 'gzip':
      // A proxy that decoded it, and left the header.
      return isGzip(bytes) ? gunzip(bytes, options) : bytes;
    case 'br':
      return brotli(bytes, options);
    case 'deflate':
      return inflate(bytes, options).catch(() => inflateRaw(bytes, options));
    case 'zstd': {
      const pieces: Uint8Array[] = [];
      let size = 0;
      for await (const piece of unzstd(once(bytes))) {
        size += piece.length;
        if (size > max) throw new AnswerTooLong();
        pieces.push(piece);
      }
      return Buffer.concat(pieces);
    }
    default:
      throw unknownEncoding(name);
  }
}

const gunzip = promisify<Uint8Array, zlib.ZlibOptions, Uint8Array>(zlib.gunzip);
const brotli = promisify<Uint8Array, zlib.BrotliOptions, Uint8Array>(zlib.brotliDecompress);
const inflate = promisify<Uint8Array, zlib.ZlibOptions, Uint8Array>(zlib.inflate);
const inflateRaw = promisify<Uint8Array, zlib.ZlibOptions, Uint8Array>(zlib.inflateRaw);

async function* decodePieces(
  body: AsyncIterable<Uint8Array>,
  name: string,
): AsyncGenerator<Uint8Array> {
  if (name === 'zstd') {
    yield* unzstd(body);
    return;
  }
  const { head, all } = await peek(body);
  if (name === 'gzip' && !isGzip(head)) {
    yield* all;
    return;
  }
  const source = Readable.from(all);
  const decoder = decoderOf(name, head);
  // An error of the source ends the decoder, which is what the loop waits for.
  source.on('error', (error) => decoder.destroy(error));
  try {
    for await (const piece of source.pipe(decoder)) yield piece as Uint8Array;
  } finally {
    source.destroy();
  }
}

function decoderOf(name: string, head: Uint8Array): Duplex {
  switch (name) {
    case 'gzip':
      return zlib.createGunzip();
    case 'br':
      return zlib.createBrotliDecompress();
    case 'deflate':
      // With the header of zlib (RFC 1950) or, as some servers send it, without.
      return ((head[0] ?? 0) & 0x0f) === 8 ? zlib.createInflate() : zlib.createInflateRaw();
    default:
      throw unknownEncoding(name);
  }
}

function unknownEncoding(name: string): Error {
  return new Error(`it is encoded as "${name}", which is not known here`);
}

/** The first bytes of a body, and a body that still has them. */
async function peek(
  body: AsyncIterable<Uint8Array>,
): Promise<{ readonly head: Uint8Array; readonly all: AsyncIterable<Uint8Array> }> {
  const pieces = body[Symbol.asyncIterator]();
  const first = await pieces.next();
  const head: Uint8Array = first.done === true ? new Uint8Array(0) : first.value;
  async function* all(): AsyncGenerator<Uint8Array> {
    try {
      if (first.done === true) return;
      yield head;
      for (;;) {
        const next = await pieces.next();
        if (next.done === true) return;
        yield next.value;
      }
    } finally {
      await pieces.return?.();
    }
  }
  return { head, all: all() };
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

function isGzip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b;
}
