import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:tls';
import { afterEach, describe, expect, it } from 'vitest';
import { jsonBody } from '../requests/request-body.ts';
import { rawServer } from '../testing/raw-server.ts';
import type { RawHandlers, RawServer } from '../testing/raw-server.ts';
import { SELF_SIGNED } from '../testing/self-signed.ts';
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
  times: {
    connectMs?: number;
    bodyIdleMs?: number;
    bodyMs?: number;
    answerMs?: number;
    tls?: boolean;
  },
): Promise<TransportFailure> {
  const server = await rawServer(handlers);
  open.push(server);
  return send(times.tls === true ? server.url.replace('http:', 'https:') : server.url, times);
}

async function send(
  origin: string,
  times: { connectMs?: number; bodyIdleMs?: number; bodyMs?: number; answerMs?: number },
): Promise<TransportFailure> {
  const transport = undiciTransport(times);
  open.push(transport);
  const failure = await transport
    .send({
      method: 'POST',
      url: new URL('/api/createNormalPicture', origin),
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

describe('a body that never ends', () => {
  it('is not waited for, however much of it comes', async () => {
    const failure = await fail(
      {
        onRequest: (socket) => {
          socket.write('HTTP/1.1 200 OK\r\n\r\n{"uuids":[');
          const drip = setInterval(() => socket.write(' '), 20);
          socket.on('close', () => clearInterval(drip));
        },
      },
      { bodyMs: 300 },
    );
    expect(failure).toMatchObject({
      phase: 'answering',
      status: 200,
      cause: { name: 'AnswerTooLong' },
    });
  });
});

describe('interim answers that never end', () => {
  /** 103 Early Hints, over and over. */
  const hints: RawHandlers = {
    onRequest(socket) {
      const drip = setInterval(() => socket.write('HTTP/1.1 103 Early Hints\r\n\r\n'), 20);
      socket.on('close', () => clearInterval(drip));
    },
  };

  it('are no answer: it was sent, and nothing is proven', async () => {
    const failure = await fail(hints, { bodyMs: 300 });
    expect(failure).toMatchObject({ phase: 'sent', cause: { name: 'AnswerTooLong' } });
  });

  it('do not hold a download', async () => {
    const server = await rawServer(hints);
    const transport = undiciTransport();
    open.push(server, transport);
    const hop = { url: new URL(server.url), headers: {}, reach: 'any', signal: null } as const;
    await expect(transport.get({ ...hop, idleMs: 300 })).rejects.toThrow('no answer came within');
  });

  it('are read over where an answer follows', async () => {
    const server = await rawServer({
      onRequest(socket) {
        socket.write('HTTP/1.1 103 Early Hints\r\n\r\n');
        socket.end('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}');
      },
    });
    const transport = undiciTransport();
    open.push(server, transport);
    const hop = { url: new URL(server.url), headers: {}, reach: 'any', signal: null } as const;
    expect(await transport.get({ ...hop, idleMs: 30_000 })).toMatchObject({ status: 200 });
  });
});

describe('a certificate that is not trusted', () => {
  it('ends the handshake: nothing was sent', async () => {
    let decrypted = 0;
    const server = createServer(SELF_SIGNED, (socket) => {
      socket.on('data', (chunk) => (decrypted += chunk.length));
    });
    server.on('tlsClientError', () => undefined);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    open.push({ close: async () => void server.close() } as Transport);
    const { port } = server.address() as AddressInfo;
    const failure = await send(`https://127.0.0.1:${port}`, {});
    expect(failure.phase).toBe('before-send');
    expect((failure.cause as NodeJS.ErrnoException).code).toMatch(/SELF_SIGNED|CERT/);
    expect(decrypted).toBe(0);
  });
});
