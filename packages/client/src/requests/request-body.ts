import { randomBytes } from 'node:crypto';
import { describe } from '../redact.ts';
import { InputError } from '../service-errors.ts';
import type { OpenUpload } from './uploads.ts';

/** The body of one request; `open` gives a fresh stream for each attempt. */
export interface RequestBody {
  readonly type: string;
  /** Unit: bytes. */
  readonly length: number;
  /** The whole body where it is small and in memory, else null. */
  readonly bytes: Uint8Array | null;
  open(): AsyncIterable<Uint8Array>;
  /**
   * The same with its files in memory, where they are not large: what cannot be read fails here, and not
   * when half of the request has gone out.
   * @param operation for the error
   * @throws {InputError}
   */
  read(operation: string): Promise<RequestBody>;
}

/** A request up to this size is read before it goes out; the files of a larger one are streamed. Unit: bytes. */
const MOST_IN_MEMORY = 16_777_216;

const encoder = new TextEncoder();

export function jsonBody(value: unknown): RequestBody {
  return bytesBody('application/json', encoder.encode(JSON.stringify(value)));
}

function bytesBody(type: string, bytes: Uint8Array): RequestBody {
  const body: RequestBody = {
    type,
    length: bytes.length,
    bytes,
    open: () => once(bytes),
    read: async () => body,
  };
  return body;
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

/** One part of a multipart body, in the order in which it goes out. */
export type Part =
  | { readonly name: string; readonly text: string; readonly type?: string }
  | { readonly name: string; readonly file: OpenUpload };

/**
 * multipart/form-data (RFC 7578). We write it ourselves: FormData gives a JSON part a file name,
 * and holds every file in memory where the dispatcher and the global FormData differ.
 */
export function multipartBody(parts: readonly Part[]): RequestBody {
  const boundary = `assetgen-${randomBytes(18).toString('hex')}`;
  const chunks: Chunk[] = [];
  for (const part of parts) {
    chunks.push(encoder.encode(partHead(boundary, part)));
    chunks.push('text' in part ? encoder.encode(part.text) : part.file);
    chunks.push(encoder.encode('\r\n'));
  }
  chunks.push(encoder.encode(`--${boundary}--\r\n`));
  const length = chunks.reduce(
    (sum, chunk) => sum + ('source' in chunk ? chunk.source.size : chunk.length),
    0,
  );
  const type = `multipart/form-data; boundary=${boundary}`;
  // Without files it is one piece: each piece would be a write of its own.
  return chunks.every(isBytes)
    ? bytesBody(type, Buffer.concat(chunks, length))
    : bodyOf(type, length, chunks);
}

type Chunk = Uint8Array | OpenUpload;

function isBytes(chunk: Chunk): chunk is Uint8Array {
  return !('source' in chunk);
}

function bodyOf(type: string, length: number, chunks: readonly Chunk[]): RequestBody {
  const body: RequestBody = {
    type,
    length,
    bytes: null,
    open: () => stream(chunks),
    async read(operation) {
      const isSmall = length <= MOST_IN_MEMORY;
      const read = chunks.map((chunk) => readChunk(operation, chunk, isSmall));
      return bodyOf(type, length, await Promise.all(read));
    },
  };
  return body;
}

async function readChunk(operation: string, chunk: Chunk, isSmall: boolean): Promise<Chunk> {
  if (!('source' in chunk)) return chunk;
  try {
    if (isSmall) return await chunk.source.bytes();
    await chunk.source.check();
    return chunk;
  } catch (error) {
    throw new InputError(operation, chunk.name, `cannot read it: ${describe(error)}`);
  }
}

function partHead(boundary: string, part: Part): string {
  const disposition = `Content-Disposition: form-data; name="${quote(part.name)}"`;
  if ('text' in part) {
    const type = part.type === undefined ? '' : `\r\nContent-Type: ${part.type}`;
    return `--${boundary}\r\n${disposition}${type}\r\n\r\n`;
  }
  return `--${boundary}\r\n${disposition}; filename="${quote(part.file.name)}"\r\nContent-Type: ${headerValue(part.file.type)}\r\n\r\n`;
}

/** Quotes as browsers do: RFC 7578 leaves it to HTML. */
function quote(value: string): string {
  return value.replace(/[\r\n"]/g, (character) =>
    character === '"' ? '%22' : character === '\r' ? '%0D' : '%0A',
  );
}

function headerValue(value: string): string {
  return /^[\w.+/-]+(;[\w .+/=-]*)?$/.test(value) ? value : 'application/octet-stream';
}

async function* stream(chunks: readonly Chunk[]): AsyncGenerator<Uint8Array> {
  for (const chunk of chunks) {
    if ('source' in chunk) yield* chunk.source.stream();
    else yield chunk;
  }
}

/** Tells how much of a body went out. Bytes that the socket has taken, not that the service has. */
export async function* withProgress(
  source: AsyncIterable<Uint8Array>,
  total: number,
  onUpload: (sent: number, total: number) => void,
): AsyncGenerator<Uint8Array> {
  let sent = 0;
  for await (const chunk of source) {
    yield chunk;
    sent += chunk.length;
    onUpload(sent, total);
  }
}
