import { afterEach, describe, expect, it } from 'vitest';
import { jsonBody } from './request-body.ts';
import { rawServer } from './testing/raw-server.ts';
import type { RawHandlers, RawServer } from './testing/raw-server.ts';
import { TransportFailure } from './transport.ts';
import type { Transport } from './transport.ts';
import { undiciTransport } from './undici-transport.ts';

// What a stall proves. The times are undici's own, so these tests wait for real, and shortly.

const open: (RawServer | Transport)[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((each) => each.close()));
});

async function fail(
  handlers: RawHandlers,
  times: { connectMs?: number; bodyIdleMs?: number; answerMs?: number; tls?: boolean },
): Promise<TransportFailure> {
  const server = await rawServer(handlers);
  const transport = undiciTransport(times);
  open.push(server, transport);
  const url = new URL(times.tls === true ? server.url.replace('http:', 'https:') : server.url);
  const failure = await transport
    .send({
      method: 'POST',
      url: new URL('/api/createNormalPicture', url),
      headers: {},
      body: jsonBody({ prompt: 'a mill' }),
      fresh: true,
      answerMs: times.answerMs ?? 30_000,
      onUpload: null,
      signal: null,
    })
    .catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(TransportFailure);
  return failure as TransportFailure;
}

describe('a request that stalls', () => {
  it('in the TLS handshake: nothing was sent', async () => {
    const failure = await fail({}, { tls: true, connectMs: 200 });
    expect(failure).toMatchObject({
      phase: 'before-send',
      status: null,
      cause: { code: 'UND_ERR_CONNECT_TIMEOUT' },
    });
  });

  it('before the head of the answer: it was sent, and nothing is proven', async () => {
    const failure = await fail({ onRequest: () => undefined }, { answerMs: 200 });
    expect(failure).toMatchObject({
      phase: 'sent',
      status: null,
      cause: { code: 'UND_ERR_HEADERS_TIMEOUT' },
    });
  });

  it('in the body of a 200: it was accepted, and the answer is lost', async () => {
    const failure = await fail(
      {
        onRequest: (socket) => {
          socket.write('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{"uuids":["a"');
        },
      },
      { bodyIdleMs: 200 },
    );
    expect(failure).toMatchObject({
      phase: 'answering',
      status: 200,
      cause: { code: 'UND_ERR_BODY_TIMEOUT' },
    });
  });
});
