import { afterEach, describe, expect, it } from 'vitest';
import { isPrivateAddress } from './addresses.ts';
import { createClient } from '../client.ts';
import type { Client } from '../client.ts';
import { openDownload } from './download.ts';
import type { DownloadOptions } from './download.ts';
import { answer, rawServer } from '../testing/raw-server.ts';
import type { RawHandlers, RawServer } from '../testing/raw-server.ts';
import type { DownloadHop, Transport } from './transport.ts';
import { undiciTransport } from './undici-transport.ts';

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((each) => each.close()));
});

async function serve(handlers: RawHandlers): Promise<{ server: RawServer; client: Client }> {
  const server = await rawServer(handlers);
  const client = createClient({ apiKey: 'secret-key', apiUrl: server.url });
  open.push(client, server);
  return { server, client };
}

async function collected(body: AsyncIterable<Uint8Array>): Promise<Uint8Array[]> {
  const pieces: Uint8Array[] = [];
  for await (const piece of body) pieces.push(piece);
  return pieces;
}

const URL_PATH = '/files/a.glb?sig=secret-signature';

async function read(client: Client, url: string, options: DownloadOptions = {}): Promise<string> {
  const download = await client.download(url, options);
  const chunks: Uint8Array[] = [];
  for await (const chunk of download.body) {
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('latin1');
}

describe('download over a socket', () => {
  it('carries no Authorization header', async () => {
    const { server, client } = await serve({
      onRequest: (socket) => socket.end(answer(200, 'bytes')),
    });
    expect(await read(client, server.url + URL_PATH)).toBe('bytes');
    expect(server.heads[0]).toMatch(/^GET \/files\/a\.glb\?sig=secret-signature /);
    expect(server.heads[0]?.toLowerCase()).not.toContain('authorization');
  });

  it('a 203 is a whole body', async () => {
    const { server, client } = await serve({
      onRequest: (socket) => socket.end(answer(203, 'bytes')),
    });
    expect(await read(client, server.url + URL_PATH)).toBe('bytes');
  });

  it.each([
    ['a body cut short of its length', 'HTTP/1.1 200 OK\r\nContent-Length: 90\r\n\r\nshort'],
    [
      'a chunked body without its end',
      'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nshort\r\n',
    ],
    ['no head', ''],
  ])('%s is an error that may be tried again', async (_name, bytes) => {
    const { server, client } = await serve({ onRequest: (socket) => socket.end(bytes) });
    await expect(read(client, server.url + URL_PATH)).rejects.toMatchObject({
      code: 'ASSETGEN_DOWNLOAD',
      retryable: true,
    });
  });

  it.each([
    [401, true, true],
    [403, true, true],
    [404, true, true],
    [410, true, true],
    [429, false, true],
    [503, false, true],
    [400, true, true],
    [406, false, false],
  ])('HTTP %i: expired %s, retryable %s', async (status, expired, retryable) => {
    const { server, client } = await serve({
      onRequest: (socket) => socket.end(answer(status, 'no')),
    });
    await expect(read(client, server.url + URL_PATH)).rejects.toMatchObject({
      httpStatus: status,
      expired,
      retryable,
    });
  });

  it('a pause in the middle ends by the idle time', async () => {
    const { server, client } = await serve({
      onRequest: (socket) => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 90\r\n\r\nshort'),
    });
    await expect(read(client, server.url + URL_PATH, { idleMs: 300 })).rejects.toMatchObject({
      code: 'ASSETGEN_DOWNLOAD',
      retryable: true,
    });
  });

  it('a body without end is refused, and so is a length that is too large', async () => {
    const { server, client } = await serve({
      onRequest(socket, head) {
        if (head.includes('/long')) {
          socket.end('HTTP/1.1 200 OK\r\nContent-Length: 5000\r\n\r\n');
          return;
        }
        socket.write('HTTP/1.1 200 OK\r\n\r\n');
        const pour = (): void => {
          if (!socket.destroyed) {
            socket.write(Buffer.alloc(10_000));
            setImmediate(pour);
          }
        };
        pour();
      },
    });
    for (const path of ['/endless', '/long']) {
      await expect(read(client, server.url + path, { maxBytes: 4_000 })).rejects.toMatchObject({
        retryable: false,
      });
    }
  });

  it('goes on after a break, from where a strong ETag allows it', async () => {
    const { server, client } = await serve({
      onRequest: (socket) =>
        socket.end(
          'HTTP/1.1 206 Partial\r\nETag: "v1"\r\nContent-Range: bytes 6-9/10\r\nContent-Length: 4\r\n\r\nrest',
        ),
    });
    const download = await client.download(server.url + URL_PATH, {
      resume: { from: 6, etag: '"v1"' },
    });
    expect(download).toMatchObject({ resumed: true, total: 10, etag: '"v1"' });
    expect(server.heads[0]).toContain('range: bytes=6-');
    expect(server.heads[0]).toContain('if-range: "v1"');
    await download.cancel();
  });

  it.each([
    ['begins earlier', { 'Content-Range': 'bytes 4-9/10' }],
    ['begins later', { 'Content-Range': 'bytes 7-9/10' }],
    ['ends before the end', { 'Content-Range': 'bytes 6-8/10' }],
    ['is of another version', { 'Content-Range': 'bytes 6-9/10', ETag: '"v2"' }],
    ['does not say where it begins', {}],
  ])('a part that %s is not appended', async (_name, headers) => {
    const { server, client } = await serve({
      onRequest: (socket) => socket.end(answer(206, 'rest', headers)),
    });
    const resume = { from: 6, etag: '"v1"' };
    await expect(client.download(server.url + URL_PATH, { resume })).rejects.toMatchObject({
      code: 'ASSETGEN_DOWNLOAD',
      retryable: true,
    });
  });

  it('a weak ETag is none', async () => {
    const { server, client } = await serve({
      onRequest: (socket) => socket.end(answer(200, 'x', { ETag: 'W/"v1"' })),
    });
    const download = await client.download(server.url + URL_PATH);
    expect(download.etag).toBeNull();
    await download.cancel();
  });

  it('follows redirects at a service that is itself at a private address', async () => {
    const { server, client } = await serve({
      onRequest: (socket, head) =>
        socket.end(
          head.includes('/files/')
            ? answer(302, '', { Location: '/moved?sig=2' })
            : answer(200, 'moved'),
        ),
    });
    expect(await read(client, server.url + URL_PATH)).toBe('moved');
  });

  it('errors show no signature', async () => {
    const { server, client } = await serve({
      onRequest: (socket) => socket.end(answer(403, 'no')),
    });
    const error: unknown = await read(client, server.url + URL_PATH).catch(
      (caught: unknown) => caught,
    );
    const { inspect } = await import('node:util');
    expect(inspect(error, { depth: 9, showHidden: true })).not.toContain('secret-signature');
  });
});

const bases = (host: string) => ({ v1: `https://${host}`, legacy: `https://${host}` });
const from = (transport: Transport, host: string, privateHosts: readonly string[] = []) => ({
  transport,
  bases: bases(host),
  privateHosts,
  now: () => 0,
});

describe('redirects', () => {
  /** A transport of redirects: from one address to the next. */
  function hops(map: Readonly<Record<string, string>>): {
    transport: Transport;
    seen: DownloadHop[];
  } {
    const seen: DownloadHop[] = [];
    return {
      seen,
      transport: {
        embedded: false,
        send: () => Promise.reject(new Error('not here')),
        close: () => Promise.resolve(),
        get(hop) {
          seen.push(hop);
          const location = map[hop.url.href] ?? null;
          return Promise.resolve({
            status: location === null ? 200 : 302,
            header: (name) => (name === 'location' ? location : null),
            body: new Blob(['x']).stream() as unknown as AsyncIterable<Uint8Array>,
            cancel: () => Promise.resolve(),
          });
        },
      },
    };
  }
  const PUBLIC = 'https://203.0.113.5/a';
  const SERVICE = '203.0.113.4';

  const INSIDE = [
    'https://127.0.0.1/x',
    'https://localhost/x',
    'https://10.1.2.3/x',
    'https://169.254.169.254/latest/meta-data',
    'https://[::1]/x',
    'https://[::ffff:127.0.0.1]/x',
    'https://[fd00::1]/x',
    'https://0/x',
    'https://2130706433/x',
    'https://0x7f.1/x',
    'https://redis/x',
    'https://metadata.google.internal/x',
    'https://[64:ff9b::169.254.169.254]/x',
    'https://[2002:7f00:1::]/x',
    'https://[fec0::1]/x',
    'https://[::7f00:1]/x',
  ];

  it.each(INSIDE)('to %s is refused', async (target) => {
    const { transport, seen } = hops({ [PUBLIC]: target });
    await expect(openDownload(from(transport, SERVICE), PUBLIC)).rejects.toMatchObject({
      code: 'ASSETGEN_DOWNLOAD',
      retryable: false,
      hint: expect.stringContaining('ASSETGEN_PRIVATE_HOSTS='),
    });
    expect(seen).toHaveLength(1);
  });

  it.each(INSIDE)('the first address %s is refused too', async (target) => {
    const { transport, seen } = hops({});
    await expect(openDownload(from(transport, SERVICE), target)).rejects.toMatchObject({
      code: 'ASSETGEN_DOWNLOAD',
      retryable: false,
    });
    expect(seen).toEqual([]);
  });

  it('a host of the service, or one that is named, may be anywhere', async () => {
    const { transport, seen } = hops({ 'https://gen.corp.example/a': 'https://minio/b' });
    const source = from(transport, 'gen.corp.example', ['MinIO']);
    await openDownload(source, 'https://gen.corp.example/a');
    expect(seen.map((hop) => hop.reach)).toEqual(['any', 'any']);
  });

  it('of a service in a private network reach all of it, but for link-local addresses', async () => {
    const { transport, seen } = hops({});
    const source = from(transport, 'gen');
    await openDownload(source, 'https://10.0.0.9/b');
    expect(seen.map((hop) => hop.reach)).toEqual(['network']);
    for (const host of ['169.254.169.254', '[::ffff:169.254.169.254]', '[fe80::1]']) {
      await expect(openDownload(source, `https://${host}/b`)).rejects.toThrow('private address');
    }
  });

  it('to another public address goes on, and may connect to public addresses only', async () => {
    const { transport, seen } = hops({ [PUBLIC]: 'https://203.0.113.9/b' });
    await openDownload(from(transport, SERVICE), PUBLIC);
    expect(seen.map((hop) => hop.reach)).toEqual(['public', 'public']);
  });

  it('to a private address is fine where the service is at one', async () => {
    const { transport, seen } = hops({ [PUBLIC]: 'https://10.0.0.9/b' });
    await openDownload(from(transport, '10.0.0.1'), PUBLIC);
    expect(seen).toHaveLength(2);
  });

  it.each(['http://203.0.113.9/plain', 'file:///etc/passwd', 'ftp://203.0.113.9/x'])(
    'to %s is refused',
    async (target) => {
      const { transport } = hops({ [PUBLIC]: target });
      await expect(openDownload(from(transport, SERVICE), PUBLIC)).rejects.toMatchObject({
        retryable: false,
      });
    },
  );

  it('in a cycle end', async () => {
    const { transport, seen } = hops({ [PUBLIC]: PUBLIC });
    await expect(openDownload(from(transport, SERVICE), PUBLIC)).rejects.toThrow(
      'more than 5 times',
    );
    expect(seen).toHaveLength(6);
  });
});

describe('a name of a result', () => {
  /** A transport whose names resolve to what is given, one answer after the other. */
  function resolving(...answers: readonly string[]): { transport: Transport; asked: () => number } {
    let asked = 0;
    const transport = undiciTransport(
      {},
      {
        resolve(_name, _options, callback) {
          const address = answers[Math.min(asked, answers.length - 1)] ?? '';
          asked += 1;
          callback(null, [{ address, family: address.includes(':') ? 6 : 4 }]);
        },
      },
    );
    open.push(transport);
    return { transport, asked: () => asked };
  }

  it.each(['127.0.0.1', '::1', '64:ff9b::7f00:1', '::ffff:7f00:1'])(
    'that resolves to %s gets no connection',
    async (address) => {
      const { server } = await serve({ onRequest: (socket) => socket.end(answer(200, 'secret')) });
      const { transport } = resolving(address);
      const download = openDownload(
        from(transport, 'api.example'),
        `http://results.example:${server.port}/a`,
      );
      await expect(download).rejects.toMatchObject({ code: 'ASSETGEN_DOWNLOAD', retryable: false });
      await expect(download).rejects.toThrow(`resolves to a private address, ${address}`);
      expect(server.connections).toBe(0);
    },
  );

  it('is looked up once a connection: no second answer can be another', async () => {
    const { server } = await serve({ onRequest: (socket) => socket.end(answer(200, 'x')) });
    // Public for whoever looks, private for whoever connects.
    const { transport, asked } = resolving('127.0.0.1', '203.0.113.7');
    const source = from(transport, 'api.example', ['results.example']);
    const { body } = await openDownload(source, `http://results.example:${server.port}/a`);
    await collected(body);
    expect([asked(), server.connections]).toEqual([1, 1]);
  });
});

describe('the lowest rate', () => {
  /** A transport whose body comes in pieces, each after so many milliseconds. */
  function dripping(pieces: number, bytes: number, ms: number) {
    let now = 0;
    async function* body(): AsyncGenerator<Uint8Array> {
      for (let piece = 0; piece < pieces; piece += 1) {
        now += ms;
        yield new Uint8Array(bytes);
      }
    }
    const transport: Transport = {
      embedded: true,
      send: () => Promise.reject(new Error('not here')),
      close: () => Promise.resolve(),
      get: () =>
        Promise.resolve({
          status: 200,
          header: () => null,
          body: body(),
          cancel: () => Promise.resolve(),
        }),
    };
    const source = { ...from(transport, 'api.example'), now: () => now };
    return { source, pause: (more: number) => void (now += more), at: () => now };
  }
  const A = 'https://results.example/a';

  it('ends a body that drips', async () => {
    const { source, at } = dripping(10_000, 100, 1_000);
    const { body } = await openDownload(source, A);
    await expect(collected(body)).rejects.toMatchObject({
      message: expect.stringContaining('100 bytes a second, expected at least 1024'),
      retryable: true,
    });
    expect(at()).toBe(60_000);
  });

  it('lets one go on that is slow and not too slow, and one whose receiver is', async () => {
    const slow = dripping(300, 1_100, 1_000);
    expect(await collected((await openDownload(slow.source, A)).body)).toHaveLength(300);
    const busy = dripping(300, 1_100, 10);
    let bytes = 0;
    for await (const piece of (await openDownload(busy.source, A)).body) {
      bytes += piece.length;
      busy.pause(60_000);
    }
    expect(bytes).toBe(330_000);
  });

  it('is as the caller says', async () => {
    const { source } = dripping(100, 100, 1_000);
    const { body } = await openDownload(source, A, { minRate: 0 });
    expect(await collected(body)).toHaveLength(100);
  });
});

it('isPrivateAddress', () => {
  for (const host of [
    '203.0.113.5',
    '8.8.8.8',
    'example.com',
    '[2606:4700::1111]',
    '172.32.0.1',
    // As a network of IPv6 alone sees the rest of the internet.
    '[64:ff9b::808:808]',
    '[::ffff:8.8.8.8]',
  ]) {
    expect([host, isPrivateAddress(host)]).toEqual([host, false]);
  }
  for (const host of [
    '172.16.0.1',
    '100.64.0.1',
    '192.168.1.1',
    '[fe80::1]',
    'a.localhost',
    'x.local',
    'localhost.',
    'minio',
    'vault.internal',
    // Site-local, IPv4-compatible, IPv4-mapped, NAT64 of both prefixes, 6to4, Teredo.
    '[fec0::1]',
    '[::10.0.0.1]',
    '[::808:808]',
    '[::ffff:10.0.0.1]',
    '[0:0:0:0:0:ffff:a00:1]',
    '[64:ff9b::10.0.0.1]',
    '[64:ff9b::a9fe:a9fe]',
    '[64:ff9b:1::808:808]',
    '[2002:a00:1::1]',
    '[2001:0:53aa:64c::1]',
    '[4000::1]',
    'fe80::1%eth0',
  ]) {
    expect([host, isPrivateAddress(host)]).toEqual([host, true]);
  }
});
