import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';

export interface Site {
  /** `http://127.0.0.1:1234` */
  readonly origin: string;
  /** Serves `folder` below `path`, which begins and ends with a slash, and nothing else. */
  serve(path: string, folder: string): void;
  close(): void;
}

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.css': 'text/css',
};

/** Static files, as a web server or a CDN gives them: nothing else answers with 200. */
export async function startSite(): Promise<Site> {
  let mount = { path: '/', folder: '/nowhere' };
  const server = createServer((request, response) => {
    const path = decodeURI((request.url ?? '/').replace(/[?#].*$/, ''));
    const inside = path.startsWith(mount.path) ? path.slice(mount.path.length) : '\0';
    const file = join(mount.folder, path.endsWith('/') ? `${inside}index.html` : inside);
    void stat(file)
      .catch(() => null)
      .then((found) => {
        if (found?.isFile() !== true) return response.writeHead(404).end();
        response.setHeader('content-type', TYPES[extname(file)] ?? 'application/octet-stream');
        response.setHeader('content-length', found.size);
        response.setHeader('access-control-allow-origin', '*');
        // The next cell has other files at the same address.
        response.setHeader('cache-control', 'no-store');
        return createReadStream(file).pipe(response);
      });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    serve(path, folder) {
      mount = { path, folder };
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
