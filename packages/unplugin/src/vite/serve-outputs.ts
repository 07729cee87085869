import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { extname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { OutputFile } from '@assetgen/core';
import type { PluginProject } from '../shared/plugin-project.ts';

const TYPES: Readonly<Record<string, string>> = {
  '.avif': 'image/avif',
  '.glb': 'model/gltf-binary',
  '.jpeg': 'image/jpeg',
  '.jpg': 'image/jpeg',
  '.json': 'application/json',
  '.mp4': 'video/mp4',
  '.png': 'image/png',
  '.webm': 'video/webm',
  '.webp': 'image/webp',
};

/**
 * Middleware that serves the outputs where Vite's dev server does not: one that bundles serves what its bundle
 * emitted and `public/` alone.
 *
 * @param base the path below which the server serves: it ends in `/`
 * @param pathOf where a file is served, without the base; its query is its version
 */
export function serveOutputs(
  { session }: PluginProject,
  base: string,
  pathOf: (file: OutputFile) => string,
): (
  request: IncomingMessage,
  response: ServerResponse,
  next: (error?: unknown) => void,
) => Promise<void> {
  return async function output(request, response, next) {
    const asked = withoutQuery(request.url ?? '/');
    const file = session
      .latest()
      ?.files.find((each) => base.replace(/\/$/, '') + withoutQuery(pathOf(each)) === asked);
    if (file === undefined) return next();
    try {
      await send(request, response, file.path);
    } catch (error) {
      next(error);
    }
  };
}

/** The file, or the one range of it that was asked for: players of films ask for no more. */
async function send(
  request: IncomingMessage,
  response: ServerResponse,
  path: string,
): Promise<void> {
  const { size } = await stat(path);
  const [start, end] = rangeOf(request.headers.range, size) ?? [0, size - 1];
  const isWhole = end - start + 1 === size;
  const type = TYPES[extname(path).toLowerCase()];
  response.writeHead(isWhole ? 200 : 206, {
    'accept-ranges': 'bytes',
    // The file at this place changes; its URL has a version where a module names it.
    'cache-control': 'no-cache',
    'content-length': end - start + 1,
    ...(type === undefined ? {} : { 'content-type': type }),
    ...(isWhole ? {} : { 'content-range': `bytes ${start}-${end}/${size}` }),
  });
  if (request.method === 'HEAD' || size === 0) {
    response.end();
    return;
  }
  // A viewer who leaves in the middle of a video ends the stream; that is not an error.
  await pipeline(createReadStream(path, { start, end }), response).catch(() => undefined);
}

/** The first and the last byte; null: the whole file, also for a range that it does not have. RFC 9110, section 14.2. */
function rangeOf(header: string | undefined, size: number): readonly [number, number] | null {
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? [];
  if (from === '' && to === '') return null;
  const start = from === '' ? Math.max(0, size - Number(to)) : Number(from);
  const end = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1);
  return start <= end ? [start, end] : null;
}

function withoutQuery(url: string): string {
  return url.replace(/[?#].*$/, '');
}
