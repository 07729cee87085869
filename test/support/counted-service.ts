import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { createService } from '@assetgen/service';
import type { ServiceOptions } from '@assetgen/service';

/** Paths that spend. */
const CREATES =
  /\/(?:generateModelWith(?:Text|Image)|createNormal(?:Picture|Video)|createCuteModelsFromImages|images\/generations)$/;

/** What a test does to one request: answers it itself, or cuts the socket; null lets it pass. */
export type Intercept = (
  request: Request,
  pass: () => Promise<Response>,
) => Promise<Response | 'cut' | null>;

/** The local service behind a real socket, with a record of every request that it saw. */
export interface CountedService {
  readonly url: string;
  /** `POST /api/createNormalPicture`, … in the order of arrival; signed queries left out. */
  readonly requests: readonly string[];
  creates(): number;
  /** Forgets the requests so far. */
  reset(): void;
  close(): Promise<void>;
}

/**
 * Serves on 127.0.0.1 and counts.
 * @param options of the local service; any key is accepted unless one is given, and results are light unless told otherwise
 */
export async function startCountedService(
  options: ServiceOptions = {},
  intercept: Intercept = async () => null,
): Promise<CountedService> {
  const service = createService({ light: true, ...options });
  const requests: string[] = [];
  let url = '';

  async function handle(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const request = toRequest(incoming, url);
    requests.push(`${request.method} ${new URL(request.url).pathname}`);
    const pass = (): Promise<Response> => service.fetch(request);
    const answer = (await intercept(request, pass)) ?? (await pass());
    if (answer === 'cut') {
      incoming.socket.destroy();
      return;
    }
    outgoing.writeHead(answer.status, Object.fromEntries(answer.headers));
    if (answer.body !== null) {
      for await (const chunk of answer.body) {
        if (!outgoing.write(chunk)) await once(outgoing, 'drain');
      }
    }
    outgoing.end();
  }

  const server = createServer((incoming, outgoing) => {
    handle(incoming, outgoing).catch(() => incoming.socket.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    requests,
    creates: () => requests.filter((request) => CREATES.test(request)).length,
    reset: () => void requests.splice(0),
    async close() {
      server.closeAllConnections();
      server.close();
      await service.close();
    },
  };
}

function toRequest(incoming: IncomingMessage, base: string): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(incoming.headers)) {
    if (typeof value === 'string') headers.set(name, value);
  }
  const method = incoming.method ?? 'GET';
  const body = method === 'GET' ? null : (Readable.toWeb(incoming) as ReadableStream<Uint8Array>);
  return new Request(new URL(incoming.url ?? '/', base), {
    method,
    headers,
    body,
    ...(body === null ? {} : { duplex: 'half' }),
  } as RequestInit);
}
