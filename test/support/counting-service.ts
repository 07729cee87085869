import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createService } from '@assetgen/service';
import type { ServiceOptions } from '@assetgen/service';

/** The local service behind a real socket that counts what it is asked. */
export interface CountingService {
  readonly url: string;
  /** `POST /path` of every request so far, oldest first; downloads too. */
  readonly requests: readonly string[];
  close(): Promise<void>;
}

export async function startCountingService(options: ServiceOptions = {}): Promise<CountingService> {
  const service = createService(options);
  const requests: string[] = [];
  const server = createServer(async (request, response) => {
    requests.push(`${request.method} ${request.url?.replace(/\?.*/, '')}`);
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const headers = new Headers();
    for (const [name, value] of Object.entries(request.headers)) {
      // The service signs URLs for the host that was asked: they come through here too.
      if (typeof value === 'string' && !/^(?:connection|content-length)$/.test(name)) {
        headers.set(name, value);
      }
    }
    const answer = await service.fetch(
      new Request(new URL(request.url ?? '/', `http://${request.headers.host}`), {
        method: request.method ?? 'GET',
        headers,
        ...(chunks.length === 0 ? {} : { body: Buffer.concat(chunks) }),
      }),
    );
    response.writeHead(answer.status, Object.fromEntries(answer.headers));
    response.end(Buffer.from(await answer.arrayBuffer()));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await service.close();
    },
  };
}
