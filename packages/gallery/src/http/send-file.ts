import { mp4Brands } from '@assetgen/render/mp4-boxes';
import { createReadStream } from 'node:fs';
import type { Stats } from 'node:fs';
import { open, realpath } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { sendText } from './answer.ts';

export interface FileToSend {
  /** Absolute. */
  readonly path: string;
  /** The folder that the file must not lie outside of, links followed. */
  readonly below: string;
  /** Its media type; null: by its first bytes. */
  readonly type: string | null;
}

/** What is named by the digest of its bytes never changes. */
const FOR_EVER = 'private, max-age=31536000, immutable, no-transform';

/** Sends a file, or the range of it that was asked for (one range; players ask for no more). */
export async function sendFile(
  request: IncomingMessage,
  response: ServerResponse,
  file: FileToSend,
): Promise<void> {
  const found = await look(file);
  if (found === null) return sendText(response, 404, 'Not here.');
  const { size, type } = found;
  response.setHeader('content-type', type);
  response.setHeader('accept-ranges', 'bytes');
  response.setHeader('cache-control', FOR_EVER);
  const range = rangeOf(request.headers.range, size);
  if (range === 'beyond') {
    response.setHeader('content-range', `bytes */${size}`);
    return sendText(response, 416, 'There is no such range.');
  }
  const [start, end] = range ?? [0, size - 1];
  response.statusCode = range === null ? 200 : 206;
  if (range !== null) response.setHeader('content-range', `bytes ${start}-${end}/${size}`);
  response.setHeader('content-length', end - start + 1);
  if (request.method === 'HEAD' || size === 0) {
    response.end();
    return;
  }
  // A viewer who leaves in the middle of a video ends the stream; that is no error.
  await pipeline(createReadStream(found.path, { start, end }), response).catch(() => undefined);
}

/** The first and the last byte; null: the whole file. RFC 9110, section 14. */
export function rangeOf(
  header: string | undefined,
  size: number,
): readonly [number, number] | 'beyond' | null {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header ?? '');
  const [, first = '', last = ''] = match ?? [];
  if (match === null || (first === '' && last === '')) return null;
  if (first === '') {
    const suffix = Number(last);
    return suffix === 0 || size === 0 ? 'beyond' : [Math.max(0, size - suffix), size - 1];
  }
  const start = Number(first);
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (last !== '' && Number(last) < start) return null;
  return start >= size ? 'beyond' : [start, end];
}

async function look(
  file: FileToSend,
): Promise<{ readonly path: string; readonly size: number; readonly type: string } | null> {
  try {
    const [real, below] = await Promise.all([realpath(file.path), realpath(file.below)]);
    if (!real.startsWith(below + path.sep)) return null;
    const handle = await open(real, 'r');
    try {
      const stat: Stats = await handle.stat();
      if (!stat.isFile()) return null;
      const head = Buffer.alloc(SNIFFED);
      const { bytesRead } = await handle.read(head, 0, SNIFFED, 0);
      return {
        path: real,
        size: stat.size,
        type: file.type ?? typeOf(head.subarray(0, bytesRead)),
      };
    } finally {
      await handle.close();
    }
  } catch {
    return null;
  }
}

const SNIFFED = 40;

/** The media type of a file. */
export async function typeOfFile(file: string): Promise<string> {
  const handle = await open(file, 'r');
  try {
    const head = Buffer.alloc(SNIFFED);
    const { bytesRead } = await handle.read(head, 0, SNIFFED, 0);
    return typeOf(head.subarray(0, bytesRead));
  } finally {
    await handle.close();
  }
}

/** The media type by the first bytes. A file of an unknown type is downloaded, never shown. */
export function typeOf(head: Uint8Array): string {
  const text = Buffer.from(head).toString('latin1');
  if (text.startsWith('glTF')) return 'model/gltf-binary';
  if (text.startsWith('\u0089PNG')) return 'image/png';
  if (text.startsWith('\u00ff\u00d8\u00ff')) return 'image/jpeg';
  if (text.startsWith('RIFF') && text.startsWith('WEBP', 8)) return 'image/webp';
  if (/^GIF8[79]a/.test(text)) return 'image/gif';
  const brands = mp4Brands(head);
  if (brands.length > 0) return brands.some(isAvif) ? 'image/avif' : 'video/mp4';
  // Matroska, of which WebM is the part that browsers play.
  if (text.startsWith('\u001aE\u00df\u00a3')) return 'video/webm';
  return 'application/octet-stream';
}

function isAvif(brand: string): boolean {
  return brand === 'avif' || brand === 'avis';
}
