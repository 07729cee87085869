import { AssetgenError } from '@assetgen/client';
import type { OpenService } from './open-service.ts';
import { resolveOptions, type InternalOptions } from './resolve-options.ts';
import type { ListeningService, LocalService } from './local-service.ts';
import type { ServiceOptions } from './service-options.ts';
import { askedByUs } from './http/who-may-ask.ts';
import { listen as listenOn } from './http/listen.ts';

/**
 * The local service. Does nothing until the first request, and loads its parts then.
 *
 * @example
 * const service = createService({ jobSeconds: 2 });
 * const { url } = await service.listen();
 * @throws ASSETGEN_SERVICE_OPTIONS for an option out of its range.
 */
export function createService(options: ServiceOptions = {}): LocalService {
  const resolved = resolveOptions(options as InternalOptions);
  const listening = new Set<ListeningService>();
  let opened: Promise<OpenService> | undefined;
  let closed: Promise<void> | undefined;

  async function open(): Promise<OpenService> {
    if (closed !== undefined) {
      throw new AssetgenError('ASSETGEN_SERVICE_CLOSED', 'The local service was closed.');
    }
    opened ??= import('./open-service.ts').then(({ openService }) => openService(resolved));
    return opened;
  }

  async function close(): Promise<void> {
    await Promise.all([...listening].map((server) => server.close()));
    await (await opened?.catch(() => undefined))?.close();
  }

  return {
    async open() {
      await open();
      // Whatever it makes needs this one.
      await import('@assetgen/render/sharp');
    },
    async fetch(request) {
      const { handle, broken } = await open();
      return handle(request).catch(broken);
    },
    async listen({ host = '127.0.0.1', port = 0 } = {}) {
      const { handle } = await open();
      const server = await listenOn(askedByUs(handle, host, resolved), { host, port });
      listening.add(server);
      return server;
    },
    close() {
      closed ??= close();
      return closed;
    },
  };
}
