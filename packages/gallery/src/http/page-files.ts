import { readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { sendText } from './answer.ts';
import { sendFile } from './send-file.ts';

/** The page as it was built; it lies beside the handler. */
export const PAGE_FOLDER: string = fileURLToPath(new URL('../page', import.meta.url));

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
};

/**
 * Sends the page with the token in it: only what may read the page may change anything.
 * @param project which project it shows
 */
export async function sendPage(
  response: ServerResponse,
  token: string,
  project: string,
): Promise<void> {
  const html = await readFile(path.join(PAGE_FOLDER, 'index.html'), 'utf8').catch(() => null);
  if (html === null) {
    return sendText(response, 500, 'The page was not built: run `npm run build:page`.');
  }
  response.setHeader('content-type', 'text/html; charset=utf-8');
  response.setHeader('cache-control', 'no-store, no-transform');
  response.end(html.replace('%TOKEN%', token).replace('%PROJECT%', project));
}

/** Sends a script, a style or a picture of the page. */
export async function sendPagePart(
  request: IncomingMessage,
  response: ServerResponse,
  name: string,
): Promise<void> {
  const type = TYPES[path.extname(name)];
  // Names as the page's build gives them: one folder, no dots that climb.
  if (type === undefined || !/^(?:assets\/)?[\w-][\w.-]*$/.test(name)) {
    return sendText(response, 404, 'Not here.');
  }
  await sendFile(request, response, {
    path: path.join(PAGE_FOLDER, name),
    below: PAGE_FOLDER,
    type,
  });
}
