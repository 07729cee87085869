import { createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';

/** What a test does with a connection; `head` is the request up to its first blank line. */
export interface RawHandlers {
  readonly onConnect?: (socket: Socket) => void;
  /** The head of a request has come. */
  readonly onHead?: (socket: Socket, head: string) => void;
  /** A whole request has come, by its Content-Length. */
  readonly onRequest?: (socket: Socket, head: string, body: Buffer) => void;
}

export interface RawServer {
  readonly url: string;
  readonly port: number;
  /** Connections, and requests whose head came. */
  connections: number;
  heads: string[];
  close(): Promise<void>;
}

/** A server of bytes: it answers, cuts and resets as no HTTP library would. */
export async function rawServer(handlers: RawHandlers): Promise<RawServer> {
  const sockets = new Set<Socket>();
  const server = createServer({ noDelay: true }, (socket) => {
    state.connections += 1;
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
    handlers.onConnect?.(socket);
    let received = Buffer.alloc(0);
    let head: string | null = null;
    socket.on('data', (chunk: Buffer) => {
      received = Buffer.concat([received, chunk]);
      if (head === null) {
        const end = received.indexOf('\r\n\r\n');
        if (end < 0) {
          return;
        }
        head = received.toString('latin1', 0, end);
        received = received.subarray(end + 4);
        state.heads.push(head);
        handlers.onHead?.(socket, head);
      }
      const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
      if (received.length >= length) {
        const [own, body] = [head, received.subarray(0, length)];
        head = null;
        received = received.subarray(length);
        handlers.onRequest?.(socket, own, body);
      }
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  const state: RawServer = {
    url: `http://127.0.0.1:${port}`,
    port,
    connections: 0,
    heads: [],
    async close() {
      for (const socket of sockets) {
        socket.destroy();
      }
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
  return state;
}

/** An answer as bytes on the wire. */
export function answer(
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): string {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const all = { 'Content-Length': String(Buffer.byteLength(text)), ...headers };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} X\r\n${lines.join('')}\r\n${text}`;
}
