import type { IncomingMessage, ServerResponse } from 'node:http';
import { AssetgenError } from '@assetgen/client/errors';
import { pagePolicy } from './page-policy.ts';

/** A dev server's own tools show it in a frame; whoever has our origin can read the page anyway. */
const POLICY = pagePolicy([], ["frame-ancestors 'self'"]);

/** Headers of every answer. What a dev server's own middlewares allowed strangers is taken back. */
export function protect(response: ServerResponse): void {
  for (const name of response.getHeaderNames()) {
    if (name.startsWith('access-control-')) response.removeHeader(name);
  }
  response.setHeader('content-security-policy', POLICY);
  response.setHeader('x-content-type-options', 'nosniff');
  response.setHeader('x-frame-options', 'SAMEORIGIN');
  response.setHeader('referrer-policy', 'no-referrer');
  response.setHeader('cross-origin-resource-policy', 'same-origin');
  response.setHeader('cross-origin-opener-policy', 'same-origin');
  // No transform: a dev server that compresses would hold events back and break ranges.
  response.setHeader('cache-control', 'no-cache, no-transform');
}

export function sendJson(response: ServerResponse, status: number, value: unknown): void {
  response.statusCode = status;
  response.setHeader('content-type', 'application/json; charset=utf-8');
  response.end(JSON.stringify(value));
}

export function sendText(response: ServerResponse, status: number, text: string): void {
  response.statusCode = status;
  response.setHeader('content-type', 'text/plain; charset=utf-8');
  response.end(`${text}\n`);
}

/** Most bytes of an action: 10,000 names of 200 characters, and a long note. */
const MOST_BYTES = 4_000_000;

/**
 * The JSON that a request carries; undefined where it is none.
 * @throws AssetgenError `ASSETGEN_USAGE` where it is too much
 */
export async function readJson(request: IncomingMessage): Promise<unknown> {
  const body = await readBody(request, MOST_BYTES);
  if (body === null) {
    throw new AssetgenError('ASSETGEN_USAGE', 'expected a request of at most 4 MB', {
      hint: 'Choose fewer assets.',
    });
  }
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
}

/**
 * What a request carries; null where it is too much: then no more of it is kept.
 * @param most Unit: bytes.
 */
export async function readBody(request: IncomingMessage, most: number): Promise<Buffer | null> {
  if (Number(request.headers['content-length'] ?? 0) > most) return null;
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > most) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
