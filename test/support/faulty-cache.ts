import { once } from 'node:events';
import { createServer } from 'node:http';
import type { ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

/** What a cache does instead of answering as it should. */
export type CacheFault =
  | 'none'
  /** Takes the request and says nothing. */
  | 'silent'
  /** 1 KB a second. */
  | 'drip'
  /** Ends the connection in the middle of its answer. */
  | 'reset'
  | '500'
  | '401'
  /** 500 to as many requests as open a breaker, and then what it should. */
  | 'blink'
  /** A proxy that wants a login: its page, under 200. */
  | 'login'
  /** Says that it has more bytes than come. */
  | 'short'
  /** Says that it has fewer bytes than are. */
  | 'long'
  /** As many bytes as there should be, and others. */
  | 'corrupt'
  /** Blobs are gone while entries stand. */
  | 'gone';

/** Failures that open a breaker. */
const BLINK = 3;

/** A cache of Bazel's HTTP protocol in memory, which does what a test wants. */
export interface FaultyCache {
  readonly url: string;
  readonly port: number;
  /** `cas/<sha256>` and `ac/<sha256>`. */
  readonly held: Map<string, Buffer>;
  /** `GET ac/…`, in the order of arrival. */
  readonly requests: string[];
  fault: CacheFault;
  close(): Promise<void>;
}

export async function startFaultyCache(): Promise<FaultyCache> {
  const held = new Map<string, Buffer>();
  const requests: string[] = [];
  /** Since the fault was set. */
  const written = new Set<string>();
  let refused = 0;
  const sockets = new Set<Socket>();
  let fault: CacheFault = 'none';
  const server = createServer((incoming, outgoing) => {
    const name = (incoming.url ?? '/').slice(1);
    const method = incoming.method ?? 'GET';
    requests.push(`${method} ${name}`);
    outgoing.on('error', () => undefined);
    if (cache.fault === 'silent') return;
    if (cache.fault === '500' || cache.fault === '401') {
      outgoing.writeHead(Number(cache.fault)).end('<html>no</html>');
      return;
    }
    if (cache.fault === 'blink' && refused < BLINK) {
      refused += 1;
      outgoing.writeHead(500).end('<html>no</html>');
      return;
    }
    if (cache.fault === 'login') {
      outgoing.writeHead(200, { 'content-type': 'text/html' });
      outgoing.end(method === 'HEAD' ? undefined : '<!doctype html><form action="/login"></form>');
      return;
    }
    if (method === 'PUT') {
      const chunks: Buffer[] = [];
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
      incoming.on('end', () => {
        held.set(name, Buffer.concat(chunks));
        written.add(name);
        outgoing.writeHead(201).end();
      });
      return;
    }
    const isGone = cache.fault === 'gone' && name.startsWith('cas/') && !written.has(name);
    const bytes = isGone ? undefined : held.get(name);
    if (bytes === undefined) outgoing.writeHead(404).end();
    else if (method === 'HEAD') outgoing.writeHead(200, { 'content-length': bytes.length }).end();
    else void answer(outgoing, name, bytes);
  });

  async function answer(outgoing: ServerResponse, name: string, bytes: Buffer): Promise<void> {
    // Entries come whole: the faults are those of blobs.
    const fault = name.startsWith('ac/') && cache.fault !== 'drip' ? 'none' : cache.fault;
    const { socket } = outgoing;
    switch (fault) {
      case 'drip':
        outgoing.writeHead(200, { 'content-length': bytes.length });
        for (let at = 0; at < bytes.length; at += 100) {
          if (socket?.destroyed !== false) break;
          outgoing.write(bytes.subarray(at, at + 100));
          await new Promise((resolve) => setTimeout(resolve, 100));
        }
        outgoing.end();
        break;
      case 'reset':
        outgoing.writeHead(200, { 'content-length': bytes.length });
        outgoing.write(bytes.subarray(0, bytes.length >> 1));
        setTimeout(() => socket?.resetAndDestroy(), 20);
        break;
      case 'short':
        socket?.end(`HTTP/1.1 200 OK\r\ncontent-length: ${bytes.length}\r\n\r\nshort`);
        break;
      case 'long':
        socket?.write(`HTTP/1.1 200 OK\r\ncontent-length: ${bytes.length - 5}\r\n\r\n`);
        socket?.end(bytes);
        break;
      case 'corrupt': {
        const wrong = Buffer.from(bytes);
        wrong[wrong.length >> 1] = (wrong[wrong.length >> 1] ?? 0) ^ 1;
        outgoing.writeHead(200, { 'content-length': bytes.length }).end(wrong);
        break;
      }
      default:
        outgoing.writeHead(200, { 'content-length': bytes.length }).end(bytes);
    }
  }

  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.once('close', () => sockets.delete(socket));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const cache: FaultyCache = {
    url: `http://127.0.0.1:${port}`,
    port,
    held,
    requests,
    get fault() {
      return fault;
    },
    set fault(next) {
      fault = next;
      written.clear();
      refused = 0;
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
  return cache;
}
