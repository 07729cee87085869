import type { Server, ServerResponse } from 'node:http';
import type { ListeningService } from '../local-service.ts';
import type { Handler } from './create-handler.ts';
import { BrokenBody, BrokenConnection } from './apply-fault.ts';

const KEEP_ALIVE_MS = 75_000;

/** What listens on every address is reached at loopback. */
const UNSPECIFIED: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '::1' };

/** Serves a handler over HTTP. Rejects with the error of the socket (EADDRINUSE, EACCES). */
export async function listen(
  handler: Handler,
  { host, port }: { readonly host: string; readonly port: number },
): Promise<ListeningService> {
  const [{ createAdaptorServer }, { RESPONSE_ALREADY_SENT }] = await Promise.all([
    import('@hono/node-server'),
    import('@hono/node-server/utils/response'),
  ]);
  const server = createAdaptorServer({
    overrideGlobalObjects: false,
    async fetch(request: Request, sockets: unknown) {
      const { outgoing } = sockets as { readonly outgoing: ServerResponse };
      try {
        return await handler(request);
      } catch (error) {
        if (error instanceof BrokenConnection) outgoing.socket?.resetAndDestroy();
        else if (error instanceof BrokenBody) sendBroken(outgoing, error);
        else throw error;
        return RESPONSE_ALREADY_SENT;
      }
    },
  }) as Server;
  // Longer than clients keep a connection: one that the server drops as it is used again fails.
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  const address = server.address();
  const bound = typeof address === 'object' && address !== null ? address.port : port;
  const reachable = UNSPECIFIED[host] ?? host;
  const name = reachable.includes(':') ? `[${reachable}]` : reachable;
  let closed: Promise<void> | undefined;
  return {
    url: `http://${name}:${bound}`,
    close() {
      closed ??= new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
      return closed;
    },
  };
}

function sendBroken(outgoing: ServerResponse, { how, status, headers, bytes }: BrokenBody): void {
  outgoing.writeHead(status, headers);
  outgoing.write(bytes, () => {
    if (how === 'short') outgoing.end();
    else if (how === 'truncate') outgoing.socket?.destroySoon();
  });
}
