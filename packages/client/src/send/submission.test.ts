import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { afterEach, describe, expect, it } from 'vitest';
import { createClient } from '../client.ts';
import type { Client, ClientOptions } from '../client.ts';
import type { ServiceError } from '../service-errors.ts';
import { answer, rawServer } from '../testing/raw-server.ts';
import type { RawHandlers, RawServer } from '../testing/raw-server.ts';
import { SELF_SIGNED } from '../testing/self-signed.ts';

const ACCEPTED = { type: 'sys', message: 'Generating', uuids: ['a'], pointsDeducted: 20 };
const KEY = 'sk-secret-key';

const open: (RawServer | Client)[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((each) => each.close()));
});

/** No real waiting between attempts; what was waited for is written down. */
const waits: number[] = [];
let skipped = 0;
const instant: NonNullable<ClientOptions['clock']> = {
  now: () => Date.now() + skipped,
  sleep: (ms) => {
    waits.push(ms);
    skipped += ms;
    return Promise.resolve();
  },
};

async function serve(handlers: RawHandlers): Promise<{ server: RawServer; client: Client }> {
  waits.length = 0;
  const server = await rawServer(handlers);
  const client = clientFor(server.url);
  open.push(server);
  return { server, client };
}

function clientFor(apiUrl: string): Client {
  const client = createClient({ apiKey: KEY, apiUrl, clock: instant, random: () => 0.5 });
  open.push(client);
  return client;
}

async function failure(work: Promise<unknown>): Promise<ServiceError> {
  try {
    await work;
  } catch (error) {
    return error as ServiceError;
  }
  throw new Error('expected a failure');
}

const create = (client: Client, options = {}): Promise<unknown> =>
  client.generateModelWithText({ prompt: 'a dragon' }, options);

describe('a create that was not sent goes out again', () => {
  it('port closed', async () => {
    const { server } = await serve({});
    await server.close();
    const error = await failure(create(clientFor(server.url)));
    expect(error).toMatchObject({ code: 'ASSETGEN_UNREACHABLE', outcome: 'not-sent' });
    expect(waits).toHaveLength(4);
  });

  it('name not found', async () => {
    const error = await failure(create(clientFor('http://nowhere.invalid')));
    expect(error).toMatchObject({ code: 'ASSETGEN_UNREACHABLE', outcome: 'not-sent' });
    expect((error.cause as NodeJS.ErrnoException).code).toMatch(/ENOTFOUND|EAI_AGAIN/);
  });

  it('but not where the authority of its certificate is unknown: the hint says what to set', async () => {
    waits.length = 0;
    const server = createTlsServer(SELF_SIGNED).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const error = await failure(create(clientFor(`https://127.0.0.1:${port}`)));
    server.close();
    expect(error).toMatchObject({
      outcome: 'not-sent',
      hint: expect.stringContaining('Set NODE_EXTRA_CA_CERTS to a PEM file'),
    });
    expect(waits).toEqual([]);
  });

  it('reset in the TLS handshake', async () => {
    const { server } = await serve({ onConnect: (socket) => socket.resetAndDestroy() });
    const error = await failure(create(clientFor(server.url.replace('http:', 'https:'))));
    expect(error).toMatchObject({ code: 'ASSETGEN_UNREACHABLE', outcome: 'not-sent' });
    expect(server.connections).toBe(5);
  });

  it('plain HTTP behind https: not sent, and no use in trying again', async () => {
    const { server } = await serve({ onConnect: (socket) => socket.end('HTTP/1.1 400 X\r\n\r\n') });
    const error = await failure(create(clientFor(server.url.replace('http:', 'https:'))));
    expect(error).toMatchObject({ outcome: 'not-sent', permanent: true });
    expect(server.connections).toBe(1);
  });

  it('a signal that is aborted before the start', async () => {
    const { server, client } = await serve({});
    const error = await failure(create(client, { signal: AbortSignal.abort() }));
    expect(error).toMatchObject({ code: 'ASSETGEN_ABORTED', outcome: 'not-sent' });
    expect(server.connections).toBe(0);
  });

  it('succeeds when the port opens in between', async () => {
    const probe = createServer();
    const port = await new Promise<number>((resolve) => {
      probe.listen(0, '127.0.0.1', () => resolve((probe.address() as AddressInfo).port));
    });
    await new Promise((resolve) => {
      probe.close(resolve);
    });
    let late: RawServer | undefined;
    const client = createClient({
      apiKey: KEY,
      apiUrl: `http://127.0.0.1:${port}`,
      clock: {
        now: () => 0,
        async sleep() {
          late ??= await rawServerAt(port);
        },
      },
    });
    open.push(client);
    await expect(create(client)).resolves.toMatchObject({ uuids: ['a'] });
    expect(late?.heads).toHaveLength(1);
  });
});

async function rawServerAt(port: number): Promise<RawServer> {
  const server = await rawServer({
    onRequest: (socket) => socket.end(answer(200, ACCEPTED)),
  });
  const relay = createServer((socket) => {
    void import('node:net').then(({ connect }) => {
      const other = connect(server.port, '127.0.0.1');
      socket.pipe(other).pipe(socket);
      return undefined;
    });
  });
  await new Promise<void>((resolve) => {
    relay.listen(port, '127.0.0.1', resolve);
  });
  open.push({ ...server, close: async () => void relay.close() }, server);
  return server;
}

describe('a create that was sent goes out once', () => {
  const rows: readonly [string, RawHandlers, Partial<ServiceError>][] = [
    [
      'closed before reading',
      { onConnect: (socket) => setTimeout(() => socket.end(), 5) },
      { outcome: 'ambiguous' },
    ],
    ['read all, then closed', { onRequest: (socket) => socket.end() }, { outcome: 'ambiguous' }],
    [
      'read all, then reset',
      { onRequest: (socket) => socket.resetAndDestroy() },
      { outcome: 'ambiguous' },
    ],
    [
      'a broken status line',
      { onRequest: (socket) => socket.end('HTTX/9 what\r\n\r\n') },
      { outcome: 'ambiguous' },
    ],
    [
      'headers without end',
      { onRequest: (socket) => socket.write(`HTTP/1.1 200 OK\r\nx: ${'y'.repeat(40_000)}`) },
      { outcome: 'ambiguous' },
    ],
    [
      'answered 200, body cut',
      {
        onRequest: (socket) =>
          socket.end('HTTP/1.1 200 OK\r\nContent-Length: 500\r\n\r\n{"uuids":["a"'),
      },
      { outcome: 'accepted-unreadable', httpStatus: 200 },
    ],
    [
      'answered 200 with HTML',
      { onRequest: (socket) => socket.end(answer(200, '<html>hello</html>')) },
      { outcome: 'accepted-unreadable', code: 'ASSETGEN_RESPONSE' },
    ],
    [
      'answered 200 without uuids',
      { onRequest: (socket) => socket.end(answer(200, { type: 'sys', message: 'Generating' })) },
      { outcome: 'accepted-unreadable', code: 'ASSETGEN_RESPONSE' },
    ],
    [
      'answered 200 with success false',
      { onRequest: (socket) => socket.end(answer(200, { success: false, uuids: ['a'] })) },
      { outcome: 'accepted-unreadable', code: 'ASSETGEN_RESPONSE' },
    ],
    [
      'a redirect',
      { onRequest: (socket) => socket.end(answer(302, '', { Location: '/elsewhere' })) },
      { outcome: 'ambiguous' },
    ],
    ...[500, 502, 503, 504].map((status): [string, RawHandlers, Partial<ServiceError>] => [
      `answered ${status}`,
      { onRequest: (socket) => socket.end(answer(status, { message: 'no', error: 'downstream' })) },
      { outcome: 'ambiguous', code: 'ASSETGEN_AMBIGUOUS', httpStatus: status },
    ]),
  ];

  it.each(rows)('%s', async (_name, handlers, expected) => {
    const { server, client } = await serve(handlers);
    const error = await failure(create(client));
    expect(error).toMatchObject(expected);
    expect(server.connections).toBe(1);
    expect(waits).toEqual([]);
  });

  it('never answered', async () => {
    const { server, client } = await serve({});
    const stop = new AbortController();
    const work = failure(create(client, { signal: stop.signal }));
    await expect.poll(() => server.heads.length).toBe(1);
    stop.abort();
    expect(await work).toMatchObject({ outcome: 'ambiguous', code: 'ASSETGEN_AMBIGUOUS' });
    expect(server.connections).toBe(1);
  });

  it('a signal that may not cut a request in flight waits for its answer', async () => {
    const stop = new AbortController();
    const { client } = await serve({
      onRequest(socket) {
        stop.abort();
        setTimeout(() => socket.end(answer(200, ACCEPTED)), 20);
      },
    });
    const work = create(client, { signal: stop.signal, abortInFlight: false });
    await expect(work).resolves.toMatchObject({ uuids: ['a'] });
  });

  it('reset in the middle of an upload', async () => {
    const { server, client } = await serve({
      onHead: (socket) => setTimeout(() => socket.resetAndDestroy(), 5),
    });
    const image = new Blob([
      Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
      new Uint8Array(30_000_000),
    ]);
    const error = await failure(client.generateModelWithImage({ image }));
    expect(error).toMatchObject({ outcome: 'ambiguous' });
    expect(server.connections).toBe(1);
  });
});

describe('a refusal', () => {
  const rows: readonly [number, unknown, Partial<ServiceError>][] = [
    [
      400,
      { errors: [{ msg: 'must be 1 to 4', path: 'modelCount', location: 'body' }] },
      { code: 'ASSETGEN_REJECTED' },
    ],
    [401, 'Unauthorized', { code: 'ASSETGEN_AUTH', serverMessage: 'Unauthorized' }],
    [402, { message: 'not enough points' }, { code: 'ASSETGEN_POINTS' }],
    [
      403,
      { error: 'no permission' },
      { code: 'ASSETGEN_FORBIDDEN', serverMessage: 'no permission' },
    ],
    [404, '<html>', { code: 'ASSETGEN_REJECTED', serverMessage: null }],
    [200, { limitType: 3, message: 'no' }, { code: 'ASSETGEN_MODERATED' }],
    [200, { limitType: 4, message: 'no' }, { code: 'ASSETGEN_MODERATED' }],
  ];

  it.each(rows)('%i %j', async (status, body, expected) => {
    const { server, client } = await serve({
      onRequest: (socket) => socket.end(answer(status, body)),
    });
    const error = await failure(create(client));
    expect(error).toMatchObject({ ...expected, httpStatus: status, outcome: 'rejected' });
    expect(error.operation).toBe('generateModelWithText');
    expect(server.connections).toBe(1);
  });

  it('names the field of a 400', async () => {
    const errors = [{ msg: 'must be 1 to 4', path: 'modelCount', location: 'body', value: 9 }];
    const { client } = await serve({ onRequest: (socket) => socket.end(answer(400, { errors })) });
    expect((await failure(create(client))).message).toContain('modelCount: must be 1 to 4');
  });

  it('a 4xx whose body is cut is still a refusal', async () => {
    const { client } = await serve({
      onRequest: (socket) => socket.end('HTTP/1.1 402 X\r\nContent-Length: 90\r\n\r\n{"mess'),
    });
    expect(await failure(create(client))).toMatchObject({
      code: 'ASSETGEN_POINTS',
      outcome: 'rejected',
    });
  });

  it.each([
    ['with Retry-After', { 'Retry-After': '7' }, 7_000],
    ['without it', {}, 100],
    ['with X-RateLimit-Reset', { 'X-RateLimit-Reset': '9', 'X-RateLimit-Remaining': '0' }, 9_000],
  ])('429 %s is waited for, then sent again', async (_name, headers, expected) => {
    let count = 0;
    const { server, client } = await serve({
      onRequest(socket) {
        count += 1;
        socket.end(count === 1 ? answer(429, { message: 'slow' }, headers) : answer(200, ACCEPTED));
      },
    });
    await expect(create(client)).resolves.toMatchObject({ uuids: ['a'] });
    expect(server.heads).toHaveLength(2);
    // A part of the time that the limiter chose had passed, on a busy machine some of it.
    expect(Math.max(...waits)).toBeGreaterThan(Math.max(0, expected - 1_000));
    expect(Math.max(...waits)).toBeLessThanOrEqual(expected);
  });
});

describe('connections', () => {
  it('each create has one of its own, queries share one', async () => {
    const { server, client } = await serve({
      onRequest(socket, head) {
        const own = head.includes('/api/generate')
          ? ACCEPTED
          : { codeStatus: 1, message: 'generating' };
        socket.write(answer(200, own));
      },
    });
    for (let count = 0; count < 3; count += 1) {
      await create(client);
    }
    expect(server.connections).toBe(3);
    expect(server.heads.every((head) => /connection: close/i.test(head))).toBe(true);
    for (let count = 0; count < 9; count += 1) {
      await client.retrieveModel({ uuid: 'a' });
    }
    // A query that comes before the last connection is free again opens one more.
    expect(server.connections).toBeLessThanOrEqual(3 + 2);
  });

  it('reads an answer that comes early, during an upload', async () => {
    const { server, client } = await serve({
      onHead(socket) {
        socket.write(answer(400, { errors: [{ msg: 'no image', path: 'image' }] }));
      },
    });
    const image = new Blob([
      Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
      new Uint8Array(40_000_000),
    ]);
    const error = await failure(client.generateModelWithImage({ image }));
    expect(error).toMatchObject({ code: 'ASSETGEN_REJECTED', outcome: 'rejected' });
    expect(server.connections).toBe(1);
  });
});

describe('queries are asked again', () => {
  it('after a reset, a 500 and a stale connection', async () => {
    let count = 0;
    const { server, client } = await serve({
      onRequest(socket) {
        count += 1;
        if (count === 1) {
          socket.resetAndDestroy();
        } else if (count === 2) {
          socket.end(answer(500, {}));
        } else {
          socket.end(answer(200, { codeStatus: 0, message: 'done', modelUrl: 'http://x/y' }));
        }
      },
    });
    await expect(client.retrieveModel({ uuid: 'a' })).resolves.toMatchObject({ codeStatus: 0 });
    expect(server.heads).toHaveLength(3);
  });

  it('five times in all; the portrait check twice', async () => {
    const { server, client } = await serve({
      onRequest: (socket) => socket.end(answer(500, { message: 'down' })),
    });
    const error = await failure(client.queryPointsInfo());
    expect(error).toMatchObject({ code: 'ASSETGEN_SERVICE', httpStatus: 500, outcome: null });
    expect(server.heads).toHaveLength(5);
    const image = new Blob([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')]);
    await failure(client.checkHumanImage({ image }));
    expect(server.heads).toHaveLength(7);
  });
});

describe('secrets', () => {
  it('neither the key nor a signed query comes out of an error', async () => {
    const { client } = await serve({
      onRequest: (socket) =>
        socket.end(
          answer(400, { message: `bad ${KEY} https://files.example/a.glb?sig=abc&exp=1 here` }),
        ),
    });
    const error = await failure(create(client));
    const { inspect } = await import('node:util');
    const text = inspect(error, { depth: 9, showHidden: true });
    expect(text).not.toContain(KEY);
    expect(text).not.toContain('sig=abc');
    expect(error.serverMessage).toBe('bad [key] https://files.example/a.glb?[signed] here');
    expect(inspect(client, { depth: 9, showHidden: true })).not.toContain(KEY);
  });

  it('nor out of a cause that carries the bytes of an answer', async () => {
    const { client } = await serve({
      onRequest: (socket) => socket.end(`HTTX ${KEY} ?sig=abc\r\n\r\n`),
    });
    const { inspect } = await import('node:util');
    expect(inspect(await failure(create(client)), { depth: 9 })).not.toContain(KEY);
  });
});
