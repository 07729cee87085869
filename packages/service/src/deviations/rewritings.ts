import zlib from 'node:zlib';
import type { Answer, AskedOf, Rewrite } from './deviation.ts';

/** JSON of an answer of ours: its shape is known where it is rewritten. */
// oxlint-disable-next-line typescript/no-explicit-any
export type Json = any;

const encoder = new TextEncoder();
const decoder = new TextDecoder();

export function withText(answer: Answer, text: string): Answer {
  return { ...answer, bytes: encoder.encode(text) };
}

export function textOf({ bytes }: Answer): string {
  return decoder.decode(bytes);
}

/** Rewrites the JSON of the body. */
export function json(change: (body: Json, asked: AskedOf) => unknown): Rewrite {
  return function rewriteJson(answer, asked) {
    const changed: unknown = change(JSON.parse(textOf(answer)), asked);
    return withText(answer, JSON.stringify(changed) ?? '');
  };
}

/** Adds fields to the body, or replaces them. */
export function set(fields: Readonly<Record<string, unknown>>): Rewrite {
  return json((body) => ({ ...body, ...fields }));
}

/** Adds fields to `data`, or replaces them. */
export function setData(fields: Readonly<Record<string, unknown>>): Rewrite {
  return json((body) => ({ ...body, data: { ...body.data, ...fields } }));
}

/** Takes fields out of the body. */
export function without(...names: readonly string[]): Rewrite {
  return json((body) =>
    Object.fromEntries(Object.entries(body).filter(([name]) => !names.includes(name))),
  );
}

/** Rewrites the text of the body. */
export function text(change: (body: string) => string): Rewrite {
  return (answer) => withText(answer, change(textOf(answer)));
}

/** Another answer altogether. */
export function says(
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): Rewrite {
  const isText = typeof body === 'string';
  const type = !isText
    ? 'application/json'
    : body.startsWith('<')
      ? 'text/html; charset=utf-8'
      : 'text/plain; charset=utf-8';
  return () => ({
    status,
    headers: { 'content-type': type, ...headers },
    bytes: encoder.encode(isText ? body : JSON.stringify(body)),
  });
}

export function status(code: number): Rewrite {
  return (answer) => ({ ...answer, status: code });
}

/** Sets a header, or takes it away. */
export function header(name: string, value: string | null): Rewrite {
  return function rewriteHeader(answer) {
    const { [name]: _old, ...others } = answer.headers;
    return { ...answer, headers: value === null ? others : { ...others, [name]: value } };
  };
}

export function breaks(how: NonNullable<Answer['breaks']>): Rewrite {
  return (answer) => ({ ...answer, breaks: how });
}

export function delayed(delayMs: number): Rewrite {
  return (answer) => ({ ...answer, delayMs });
}

/** One after the other. */
export function all(...rewrites: readonly Rewrite[]): Rewrite {
  return (first, asked) => rewrites.reduce((answer, rewrite) => rewrite(answer, asked), first);
}

const ENCODERS: Readonly<Record<string, (bytes: Uint8Array) => Uint8Array>> = {
  gzip: (bytes) => zlib.gzipSync(bytes),
  deflate: (bytes) => zlib.deflateSync(bytes),
  'raw deflate': (bytes) => zlib.deflateRawSync(bytes),
  br: (bytes) => zlib.brotliCompressSync(bytes),
  zstd: storedZstd,
};

/**
 * Encodes the body as a proxy does.
 *
 * @param named the value of Content-Encoding; null tells nothing
 */
export function encoded(name: keyof typeof ENCODERS, named: string | null): Rewrite {
  return all(
    (answer) => ({ ...answer, bytes: ENCODERS[name]?.(answer.bytes) ?? answer.bytes }),
    header('content-encoding', named),
  );
}

const ZSTD_BLOCK = 65_536;

/**
 * A zstd frame of blocks that are stored as they are (RFC 8878, 3.1.1): valid for every decoder.
 * Node 20 has no encoder.
 */
function storedZstd(bytes: Uint8Array): Uint8Array {
  // Magic number; a descriptor with a content size of four bytes, in one segment.
  const head = Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0b1010_0000, 0, 0, 0, 0]);
  head.writeUInt32LE(bytes.length, 5);
  const blocks: Uint8Array[] = [head];
  for (let from = 0; from === 0 || from < bytes.length; from += ZSTD_BLOCK) {
    const piece = bytes.subarray(from, from + ZSTD_BLOCK);
    const isLast = from + ZSTD_BLOCK >= bytes.length;
    const size = (piece.length << 3) | (isLast ? 1 : 0);
    blocks.push(Uint8Array.of(size & 255, (size >> 8) & 255, (size >> 16) & 255), piece);
  }
  return Buffer.concat(blocks);
}

/** The UUIDs of the answer of any create. */
export function uuidsOf(body: Json): string[] {
  if (Array.isArray(body.results)) return body.results.flatMap((item: Json) => item.uuids ?? []);
  if (Array.isArray(body.data)) return body.data.map((task: Json) => task.id);
  return body.uuids ?? body.data?.uuids ?? [];
}
