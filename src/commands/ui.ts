import { once } from 'node:events';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Command } from '../command.ts';
import { EXIT } from '../exit-codes.ts';
import { listenError } from '../listen-error.ts';
import { portOption } from '../number-option.ts';
import { openQuietly } from '../open.ts';
import { openWithSystem } from '../open-with-system.ts';
import { link } from '../render/link.ts';

const PORT = 4747;
const MOUNT = '/__assetgen/';

export const ui: Command = {
  summary: 'Open the gallery: view assets, pick variants, reroll',
  usage: '',
  positionals: [0, 0],
  options: {
    port: { type: 'string', value: 'N', help: `Port (default: ${PORT}, or a free one; 0: any)` },
    open: { type: 'boolean', help: 'Open the page in the browser' },
  },
  examples: ['assetgen ui', 'assetgen ui --open', 'assetgen ui --port 8000'],
  async run(context) {
    const port = portOption(context.options);
    await openQuietly(context, async (project) => {
      const { galleryMiddleware } = await import('@assetgen/gallery/mount');
      const gallery = galleryMiddleware(project);
      const server = createServer((request, response) => {
        gallery(request, response, () => {
          const isRoot = request.url === '/';
          response.writeHead(isRoot ? 302 : 404, isRoot ? { location: MOUNT } : {}).end();
        });
      });
      // Reads the config now: a mistake in it is told here, and not in the browser alone.
      await project.settings();
      const url = `${await listen(server, port)}${MOUNT}`;
      if (context.json) context.out(JSON.stringify({ url }));
      else {
        context.out(`Gallery of ${context.root}\n  ${link(url, url)}`);
        context.err('Press Ctrl-C to stop.');
      }
      gallery.prepare();
      if (context.options['open'] === true) openWithSystem(url);
      await new Promise<void>((resolve) => {
        if (context.signal.aborted) resolve();
        context.signal.addEventListener('abort', () => resolve(), { once: true });
      });
      await gallery.close();
      server.closeAllConnections();
      server.close();
    });
    return EXIT.done;
  },
};

/** Listens on this machine alone. The usual port may be taken by another gallery. */
async function listen(server: Server, port: number | undefined): Promise<string> {
  const wanted = port ?? PORT;
  try {
    return await listenOn(server, wanted);
  } catch (error) {
    const isTaken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
    if (port === undefined && isTaken) return listenOn(server, 0);
    throw listenError(error, wanted);
  }
}

async function listenOn(server: Server, port: number): Promise<string> {
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return `http://localhost:${(server.address() as AddressInfo).port}`;
}
