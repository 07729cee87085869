import { createReadStream } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css',
  '.glb': 'model/gltf-binary',
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.mp4': 'video/mp4',
  '.webm': 'video/webm',
  '.webp': 'image/webp',
};

/** A folder as a web server shows it, on 127.0.0.1; what is not there is a 404. */
export async function serveFolder(
  folder: string,
): Promise<{ readonly url: string; close(): Promise<void> }> {
  const server = createServer((request, response) => {
    const name = decodeURIComponent((request.url ?? '/').replace(/[?#].*$/, ''));
    const file = path.join(folder, name.endsWith('/') ? `${name}index.html` : name);
    createReadStream(file)
      .once('error', () => response.writeHead(404).end())
      .once('open', () => {
        response.setHeader('content-type', TYPES[path.extname(file)] ?? 'application/octet-stream');
      })
      .pipe(response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => {
          resolve();
        });
      }),
  };
}
