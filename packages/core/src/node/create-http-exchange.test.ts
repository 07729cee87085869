import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import type { HttpRequest } from '../store/remote/http-exchange.ts';
import { createHttpExchange } from './create-http-exchange.ts';

/** Asks a place that answers long after the time that it may be idle: undici counts in whole seconds. */
async function ask(body: HttpRequest['body']): Promise<number> {
  const server = createServer((request, response) => {
    request.resume().on('end', () => void setTimeout(() => response.end(), 2_500));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const exchange = createHttpExchange({ connectMs: 10_000, idleMs: 200, leastRate: 1_000 });
  onTestFinished(async () => {
    await exchange.close();
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const answer = await exchange.send({
    method: body === null ? 'GET' : 'PUT',
    url: `http://127.0.0.1:${port}/cas/1`,
    headers: {},
    body,
    signal: new AbortController().signal,
  });
  return answer.status;
}

it('an upload has the time that its bytes take on a slow line before an answer is due', async () => {
  const content = Buffer.alloc(60_000);
  expect(await ask({ bytes: content.length, content })).toBe(200);
});

it('a question is answered at once, or given up', async () => {
  await expect(ask(null)).rejects.toMatchObject({ code: 'UND_ERR_HEADERS_TIMEOUT' });
});
