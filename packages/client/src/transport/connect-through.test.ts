import { once } from 'node:events';
import { createServer as createHttpsServer } from 'node:https';
import { createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { jsonBody } from '../requests/request-body.ts';
import { proxyServer } from '../testing/proxy-server.ts';
import type { ProxyServer } from '../testing/proxy-server.ts';
import { rawServer } from '../testing/raw-server.ts';
import { SELF_SIGNED } from '../testing/self-signed.ts';
import { ReachError } from './addresses.ts';
import type { Resolve } from './addresses.ts';
import type { Transport, TransportAnswer } from './transport.ts';
import { undiciTransport } from './undici-transport.ts';

const open: { close(): Promise<unknown> }[] = [];
afterEach(async () => {
  vi.unstubAllEnvs();
  await Promise.all(open.splice(0).map((each) => each.close()));
});

async function answering(): Promise<{ port: number; heads: string[] }> {
  const server = await rawServer({
    onRequest: (socket) => void socket.end('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}'),
  });
  open.push(server);
  return server;
}

async function proxyTo(port: number, status?: number): Promise<ProxyServer> {
  const proxy = await proxyServer(port, status);
  open.push(proxy);
  return proxy;
}

function transportBy(env: Record<string, string>, resolve?: Resolve): Transport {
  const transport = undiciTransport({}, { env, ...(resolve === undefined ? {} : { resolve }) });
  open.push(transport);
  return transport;
}

function create(
  transport: Transport,
  origin: string,
  fresh = true,
  signal: AbortSignal | null = null,
): Promise<TransportAnswer> {
  return transport.send({
    method: 'POST',
    url: new URL('/api/createNormalPicture', origin),
    headers: {},
    body: jsonBody({ prompt: 'a mill' }),
    fresh,
    answerMs: 10_000,
    onUpload: null,
    signal,
  });
}

describe('a request goes through the proxy that the environment names', () => {
  it.each([true, false])('on a connection of its own: %s', async (fresh) => {
    const { port, heads } = await answering();
    const proxy = await proxyTo(port);
    const env = { HTTP_PROXY: proxy.url.replace('//', '//ann:p%40ss@') };
    expect(await create(transportBy(env), 'http://api.example', fresh)).toMatchObject({
      status: 200,
    });
    const authorization = `Basic ${Buffer.from('ann:p@ss').toString('base64')}`;
    expect(proxy.asked).toEqual([{ host: 'api.example:80', authorization }]);
    expect(heads).toHaveLength(1);
    expect(heads[0]).toMatch(
      /^POST \/api\/createNormalPicture HTTP\/1.1\r\nhost: api.example\r\n/i,
    );
    expect(heads[0]).not.toMatch(/proxy-/i);
  });

  it('with a password as it is, where a sign of it escapes nothing', async () => {
    const { port } = await answering();
    const proxy = await proxyTo(port);
    const env = { HTTP_PROXY: proxy.url.replace('//', '//ann:50%off@') };
    expect(await create(transportBy(env), 'http://api.example')).toMatchObject({ status: 200 });
    const authorization = `Basic ${Buffer.from('ann:50%off').toString('base64')}`;
    expect(proxy.asked).toMatchObject([{ authorization }]);
  });

  it('over TLS, which ends at the service', async () => {
    vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0');
    // Node warns of it, which is as it should be.
    const warn = vi.spyOn(process, 'emitWarning').mockReturnValue();
    onTestFinished(() => warn.mockRestore());
    const server = createHttpsServer(SELF_SIGNED, (_request, response) => response.end('{}'));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    open.push({ close: async () => void server.close() });
    const proxy = await proxyTo((server.address() as AddressInfo).port);
    const transport = transportBy({ HTTPS_PROXY: proxy.url });
    expect(await create(transport, 'https://api.example')).toMatchObject({ status: 200 });
    expect(proxy.asked).toMatchObject([{ host: 'api.example:443' }]);
  });

  it('and TLS to a proxy names the proxy, not the service', async () => {
    vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0');
    const warn = vi.spyOn(process, 'emitWarning').mockReturnValue();
    onTestFinished(() => warn.mockRestore());
    const { port } = await answering();
    const proxy = await proxyServer(port, 200, SELF_SIGNED);
    open.push(proxy);
    for (const url of [proxy.url, proxy.url.replace('127.0.0.1', 'localhost')]) {
      const transport = transportBy({ HTTP_PROXY: url });
      expect(await create(transport, 'http://api.example')).toMatchObject({ status: 200 });
    }
    // An address is no name of a server.
    expect(proxy.names).toEqual([false, 'localhost']);
  });

  it('to an address of IPv6, as a host is written', async () => {
    const { port } = await answering();
    const proxy = await proxyTo(port);
    await create(transportBy({ HTTP_PROXY: proxy.url }), 'http://[2001:db8::7]:8080');
    expect(proxy.asked).toMatchObject([{ host: '[2001:db8::7]:8080' }]);
  });

  it('but not to this machine', async () => {
    const { port } = await answering();
    const proxy = await proxyTo(port);
    await create(transportBy({ HTTP_PROXY: proxy.url }), `http://127.0.0.1:${port}`);
    expect(proxy.asked).toEqual([]);
  });
});

describe('where the proxy lets nobody through, nothing was sent', () => {
  it.each([
    [407, 'ERR_PROXY_REFUSED'],
    [403, 'ERR_PROXY_REFUSED'],
    [502, 'ERR_PROXY'],
  ])('HTTP %i', async (status, code) => {
    const { port, heads } = await answering();
    const proxy = await proxyTo(port, status);
    const env = { HTTP_PROXY: proxy.url.replace('//', '//ann:hunter2@') };
    const host = new URL(proxy.url).host;
    await expect(create(transportBy(env), 'http://api.example')).rejects.toMatchObject({
      phase: 'before-send',
      cause: {
        code,
        message: `the proxy ${host} refuses the connection to api.example:80: HTTP ${status}`,
      },
    });
    expect(heads).toEqual([]);
  });

  it.each([
    ['behind a proxy that opens the TLS of others', 'api.example', 'DEPTH_ZERO_SELF_SIGNED_CERT'],
    ['without it, to this machine', '127.0.0.1:1', 'ECONNREFUSED'],
  ])('or the connection fails %s', async (_what, host, code) => {
    const opener = createTlsServer(SELF_SIGNED).listen(0, '127.0.0.1');
    await once(opener, 'listening');
    open.push({ close: async () => void opener.close() });
    const proxy = await proxyTo((opener.address() as AddressInfo).port);
    const transport = transportBy({ HTTPS_PROXY: proxy.url });
    for (const fresh of [true, false]) {
      await expect(create(transport, `https://${host}`, fresh)).rejects.toMatchObject({
        phase: 'before-send',
        cause: { code },
      });
    }
  });

  it('or is away, or silent', async () => {
    const silent = await rawServer({});
    open.push(silent);
    const away = await proxyServer(0);
    await away.close();
    for (const [url, connectMs, why] of [
      [away.url, 30_000, 'cannot be reached'],
      [silent.url, 200, 'does not answer within 0.2 seconds'],
    ] as const) {
      const transport = undiciTransport({ connectMs }, { env: { HTTP_PROXY: url } });
      open.push(transport);
      await expect(create(transport, 'http://api.example')).rejects.toMatchObject({
        phase: 'before-send',
        cause: { code: 'ERR_PROXY', message: `the proxy ${new URL(url).host} ${why}` },
      });
    }
  });
});

it.each([
  ['a service', true],
  ['a service', false],
  ['a proxy', true],
  ['a proxy', false],
])('nothing waits for %s that never answers once it is stopped', async (which, fresh) => {
  const silent = createServer().listen(0, '127.0.0.1');
  await once(silent, 'listening');
  open.push({ close: async () => void silent.close() });
  const { port } = silent.address() as AddressInfo;
  const isProxy = which === 'a proxy';
  const env: Record<string, string> = isProxy ? { HTTPS_PROXY: `http://127.0.0.1:${port}` } : {};
  const transport = undiciTransport({ connectMs: 600_000 }, { env });
  const stop = new AbortController();
  const host = isProxy ? 'api.example' : `127.0.0.1:${port}`;
  const sent = create(transport, `https://${host}`, fresh, stop.signal);
  const [socket] = (await once(silent, 'connection')) as [Socket];
  stop.abort();
  await expect(sent).rejects.toMatchObject({ phase: 'before-send', aborted: true });
  await transport.close();
  socket.on('error', () => undefined).resume();
  await once(socket, 'close');
});

describe('a download', () => {
  const at = (address: string): Resolve =>
    function resolve(_host, _options, callback) {
      callback(null, [{ address, family: 4 }]);
    };
  const unknown: Resolve = (_host, _options, callback) =>
    callback(Object.assign(new Error('unknown'), { code: 'ENOTFOUND' }), []);
  const get = (transport: Transport) =>
    transport.get({
      url: new URL('http://files.example/x'),
      headers: {},
      reach: 'public',
      idleMs: 10_000,
      signal: null,
    });

  it.each<[string, Resolve]>([
    ['that is public', at('93.184.216.34')],
    ['that only the proxy knows', unknown],
  ])('from a host %s goes through it', async (_what, resolve) => {
    const { port } = await answering();
    const proxy = await proxyTo(port);
    const head = await get(transportBy({ HTTP_PROXY: proxy.url }, resolve));
    expect(head.status).toBe(200);
    await head.cancel();
    expect(proxy.asked).toHaveLength(1);
  });

  it('from a private address does not', async () => {
    const { port } = await answering();
    const proxy = await proxyTo(port);
    const transport = transportBy({ HTTP_PROXY: proxy.url }, at('10.0.0.7'));
    await expect(get(transport)).rejects.toThrow(ReachError);
    expect(proxy.asked).toEqual([]);
  });
});
