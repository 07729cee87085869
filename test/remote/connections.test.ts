import { connect, createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Keyv } from 'keyv';
import { systemClock } from '@assetgen/client';
import { openPostgres } from '../../packages/core/src/store/remote/postgres-connection.ts';
import { openRedis } from '../../packages/core/src/store/remote/redis-connection.ts';
import { remoteTimes } from '../../packages/core/src/store/remote/remote-times.ts';
import type { PostgresServer } from '../support/postgres-server.ts';
import { hasPostgres, startPostgres } from '../support/postgres-server.ts';
import type { RedisServer } from '../support/redis-server.ts';
import { hasRedis, startRedis } from '../support/redis-server.ts';
import { freePort } from '../support/server-process.ts';

const BYTES = Buffer.from([0, 1, 254, 255]);

/** A server that takes connections and never says a word. */
async function startSilent(): Promise<{ port: number; close(): void }> {
  const server = createServer();
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    close() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

/** A way to a server that can be cut: from then on nothing passes, not even an end. */
async function startRelay(port: number): Promise<{ port: number; cut(): void; close(): void }> {
  const sockets = new Set<Socket>();
  const server = createServer({ allowHalfOpen: true }, (near) => {
    const far = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    for (const socket of [near, far]) sockets.add(socket.on('error', () => undefined));
    near.pipe(far);
    far.pipe(near);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    cut() {
      for (const socket of sockets) socket.unpipe().pause();
    },
    close() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

describe.skipIf(!hasRedis)('redis', () => {
  let server: RedisServer;
  beforeAll(async () => {
    server = await startRedis();
  });
  afterAll(() => server.stop());

  test('valkey:// is the same protocol; a text comes back as it was through Keyv', async () => {
    const connection = openRedis(
      server.url.replace('redis:', 'valkey:'),
      'cache',
      2_000,
      systemClock,
    );
    const store = await connection.adapter();
    const keyv = new Keyv<string>({ store, throwOnErrors: true });
    const text = BYTES.toString('base64');
    await keyv.set('key', text);
    expect(await keyv.get('key')).toBe(text);
    await connection.close();
  });

  test('a server that went away fails the next call, and one that came back is found again', async () => {
    let own = await startRedis();
    const { port } = own;
    const connection = openRedis(own.url, 'cache', 2_000, systemClock);
    expect(await (await connection.client()).ping()).toBe('PONG');
    await own.stop();
    await expect(connection.client().then((client) => client.ping())).rejects.toThrow();
    own = await startRedis([], port);
    expect(await (await connection.client()).ping()).toBe('PONG');
    await connection.close();
    await own.stop();
  });
});

test('redis that takes the connection and says nothing is given up', async () => {
  const silent = await startSilent();
  const connection = openRedis(`redis://127.0.0.1:${silent.port}`, 'cache', 300, systemClock);
  await expect(connection.client()).rejects.toThrow(/took longer than 0.3 s|timeout/i);
  await connection.close();
  silent.close();
});

describe.skipIf(!hasPostgres)('postgres', () => {
  let server: PostgresServer;
  beforeAll(async () => {
    server = await startPostgres();
  });
  afterAll(() => server.stop());

  test('two databases at once; a session of its own', async () => {
    const [one, two] = [0, 1].map(() =>
      openPostgres(server.url, 'cache', remoteTimes(null), systemClock),
    );
    const stores = await Promise.all([one!.adapter(), two!.adapter()]);
    await stores[0]!.set('key', 'value');
    await one!.close();
    expect(await stores[1]!.get('key')).toBe('value');
    const session = await two!.session();
    expect((await session.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
    await session.end();
    await two!.close();
  });

  test('a server that says nothing any more does not hold the end', async () => {
    const relay = await startRelay(server.port);
    const url = server.url.replace(`:${server.port}/`, `:${relay.port}/`);
    const connection = openPostgres(url, 'cache', remoteTimes(null), systemClock);
    await (await connection.pool()).query('select 1');
    const session = await connection.session();
    const ends = [once(session, 'end'), once(session.connection.stream, 'close')];
    relay.cut();
    session.end().catch(() => undefined);
    await connection.close();
    await Promise.all(ends);
    relay.close();
  });

  test('a wrong password is told without it', async () => {
    const url = server.url.replace(server.password, 'not-the-password');
    const connection = openPostgres(url, 'cache', remoteTimes(null), systemClock);
    const error = await connection.session().catch((each: unknown) => each);
    expect(String(error)).toContain('authentication failed');
    expect(String(error)).not.toContain('not-the-password');
    await connection.close();
  });
});

test('postgres that is not there, or says nothing, is given up', async () => {
  const silent = await startSilent();
  for (const port of [silent.port, await freePort()]) {
    const url = `postgres://a:b@127.0.0.1:${port}/c`;
    const connection = openPostgres(url, 'cache', { connectMs: 300, indexMs: 300 }, systemClock);
    await expect((await connection.pool()).query('select 1')).rejects.toThrow();
    await connection.close();
  }
  silent.close();
});
