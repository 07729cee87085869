import { once } from 'node:events';
import { createServer } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';
import type { Duplex } from 'node:stream';
import type { SecureContextOptions, TLSSocket } from 'node:tls';

/** A proxy for tests. */
export interface ProxyServer {
  readonly url: string;
  /** By which names it was called in TLS handshakes; false: none. */
  readonly names: readonly (string | false | null)[];
  /** What it was asked to connect to, with the credentials that it was given. */
  readonly asked: readonly { readonly host: string; readonly authorization: string | undefined }[];
  close(): Promise<void>;
}

/**
 * Connects whoever asks to one port of this machine, whatever host they name: names need not exist.
 * @param status what it answers; only 200 connects
 * @param tls its key and certificate, for a proxy that is itself reached by TLS
 */
export async function proxyServer(
  port: number,
  status = 200,
  tls?: SecureContextOptions,
): Promise<ProxyServer> {
  const names: ProxyServer['names'][number][] = [];
  const asked: ProxyServer['asked'][number][] = [];
  const sockets = new Set<Duplex>();
  const server = tls === undefined ? createServer() : createTlsServer(tls);
  server.on('secureConnection', (socket: TLSSocket) => void names.push(socket.servername));
  server.on('connect', ({ url = '', headers }, socket) => {
    asked.push({ host: url, authorization: headers['proxy-authorization'] });
    sockets.add(socket.on('error', () => undefined));
    if (status !== 200) return void socket.end(`HTTP/1.1 ${status} No\r\n\r\n`);
    const target = connect(port, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      socket.pipe(target).pipe(socket);
    });
    sockets.add(target.on('error', () => socket.destroy()));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `${tls === undefined ? 'http' : 'https'}://127.0.0.1:${(server.address() as AddressInfo).port}`,
    names,
    asked,
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
