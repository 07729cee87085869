import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { dirname, extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';

const TYPES = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.wasm': 'application/wasm',
  '.glb': 'model/gltf-binary',
};

/**
 * Serves the viewer, three.js and GLBs by name, on this machine alone.
 *
 * @param {ReadonlyMap<string, Uint8Array>} models
 */
export async function serveViewer(models) {
  const three = join(dirname(createRequire(import.meta.url).resolve('three')), '..');
  const here = fileURLToPath(new URL('.', import.meta.url));
  const server = createServer((request, response) => {
    void answer(new URL(request.url ?? '/', 'http://127.0.0.1').pathname, response);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}/`,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };

  async function answer(path, response) {
    try {
      const bytes = await bytesOf(path);
      response.writeHead(200, { 'content-type': TYPES[extname(path) || '.html'] ?? 'text/plain' });
      response.end(bytes);
    } catch {
      response.writeHead(404).end();
    }
  }

  async function bytesOf(path) {
    const model = models.get(path.slice(1));
    if (model !== undefined) return model;
    if (path.startsWith('/three/')) return readFile(join(three, normalize(path.slice(7))));
    if (path === '/') return readFile(join(here, 'index.html'));
    throw new Error('no such file');
  }
}
