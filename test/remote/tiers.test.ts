import { setMaxListeners } from 'node:events';
import { createHash, randomBytes } from 'node:crypto';
import { systemClock } from '@assetgen/client';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { asDigest } from '../../packages/core/src/store/cas/digest.ts';
import type { Tier } from '../../packages/core/src/store/remote/tier.ts';
import type { StoredBlob } from '../../packages/core/src/ports.ts';
import type { RemoteTierOptions } from '../../packages/core/src/config/assetgen-options.ts';
import { hasNginx, startNginx } from '../support/nginx-server.ts';
import { hasPostgres, startPostgres } from '../support/postgres-server.ts';
import { hasRedis, startRedis } from '../support/redis-server.ts';
import { openPostgres } from '../../packages/core/src/store/remote/postgres-connection.ts';
import { openTestTier } from '../support/remote-tiers.ts';
import { startS3 } from '../support/s3-server.ts';

interface Started {
  readonly options: RemoteTierOptions;
  readonly env?: Readonly<Record<string, string>>;
  stop(): Promise<void>;
}

/** Every engine, each as a real server. */
const ENGINES: readonly { name: string; here: boolean; start: () => Promise<Started> }[] = [
  {
    name: 'redis, with blobs in chunks',
    here: hasRedis,
    async start() {
      const { url, stop } = await startRedis(['--requirepass', 'secret']);
      return { options: { url: url.replace('//', '//:secret@'), blobs: true }, stop };
    },
  },
  {
    name: 'postgres, with blobs in chunks',
    here: hasPostgres,
    async start() {
      const { url, stop } = await startPostgres();
      return { options: { url, blobs: true }, stop };
    },
  },
  {
    name: 'nginx by the protocol of Bazel',
    here: hasNginx,
    async start() {
      const { url, stop } = await startNginx({ user: 'team', password: 'p@ss word' });
      const login = url.replace('//', '//team:p%40ss%20word@');
      return { options: { url: `${login}/a/cache/` }, stop };
    },
  },
  {
    name: 's3',
    here: true,
    async start() {
      const { endpoint, env, stop } = await startS3();
      return { options: { url: `s3://assets/a%20b/c?endpoint=${endpoint}` }, env, stop };
    },
  },
];

const blobOf = (bytes: Buffer): StoredBlob => ({
  digest: asDigest(createHash('sha256').update(bytes).digest('hex')),
  bytes: bytes.length,
});

const { signal } = new AbortController();
// One for all requests of this file.
setMaxListeners(0, signal);

async function* inPieces(bytes: Buffer, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function readAll(tier: Tier, blob: StoredBlob): Promise<Buffer | null> {
  const download = await tier.blobs!.get(blob.digest, signal);
  if (download === null) return null;
  const chunks: Uint8Array[] = [];
  for await (const chunk of download.body) chunks.push(chunk);
  return Buffer.concat(chunks);
}

describe.each(ENGINES)('$name', ({ here, start }) => {
  let server: Started;
  let tier: Tier;
  let other: Tier;
  beforeAll(async () => {
    if (!here) return;
    server = await start();
    ({ tier } = openTestTier(server.options, server.env));
    ({ tier: other } = openTestTier(server.options, server.env));
    await tier.prepare();
  });
  afterAll(async () => {
    await tier?.close();
    await other?.close();
    await server?.stop();
  });

  test.skipIf(!here)('an entry comes back as it was, for another client too', async () => {
    const key = randomBytes(32).toString('hex');
    expect(await tier.index.get(key, signal)).toBeNull();
    const text = JSON.stringify({ value: 'ünïcödé \u0000 "quotes"', long: 'x'.repeat(5_000) });
    const blobs = [blobOf(Buffer.from('a')), { ...blobOf(Buffer.from('b')), bytes: 5e9 }];
    await tier.index.set(key, { text, blobs }, signal);
    expect(await other.index.get(key, signal)).toBe(text);
    await other.index.set(key, { text: 'new', blobs: [] }, signal);
    expect(await tier.index.get(key, signal)).toBe('new');
  });

  test.skipIf(!here).each([1, 196_608, 196_609, 3_000_001])(
    'a blob of %i bytes, in whatever pieces it comes',
    async (size) => {
      const bytes = randomBytes(size);
      const blob = blobOf(bytes);
      expect(await tier.blobs!.has(blob, signal)).toBe(false);
      expect(await readAll(tier, blob)).toBeNull();
      await tier.blobs!.put(blob, () => inPieces(bytes, 70_001), signal);
      expect(await other.blobs!.has(blob, signal)).toBe(true);
      expect((await readAll(other, blob))?.equals(bytes)).toBe(true);
    },
  );

  test.skipIf(!here)('a blob over one that is wrong', async () => {
    const bytes = randomBytes(1_000);
    const blob = blobOf(bytes);
    const wrong = { digest: blob.digest, bytes: 999 };
    // Engines that check what they are given refuse it.
    await tier.blobs!.put(wrong, () => inPieces(randomBytes(999), 999), signal).catch(() => null);
    expect(await tier.blobs!.has(blob, signal)).toBe(false);
    await tier.blobs!.put(blob, () => inPieces(bytes, 1_000), signal);
    expect((await readAll(tier, blob))?.equals(bytes)).toBe(true);
  });

  test.skipIf(!here)('many at once', async () => {
    const all = Array.from({ length: 40 }, () => randomBytes(2_000));
    await Promise.all(
      all.map((bytes) => tier.blobs!.put(blobOf(bytes), () => inPieces(bytes, 2_000), signal)),
    );
    const back = await Promise.all(all.map((bytes) => readAll(other, blobOf(bytes))));
    expect(back.every((bytes, index) => bytes?.equals(all[index]!))).toBe(true);
  });
});

test.skipIf(!hasPostgres)(
  'who waits for a connection to Postgres may wait for longer than connecting may take',
  async () => {
    const { url, stop } = await startPostgres();
    onTestFinished(stop);
    const times = { connectMs: 3_000, indexMs: 60_000 };
    const connection = openPostgres(url, 'postgres', times, systemClock);
    onTestFinished(() => connection.close());
    const pool = await connection.pool();
    // Twice as many as there are connections.
    const all = Array.from({ length: 8 }, () => pool.query('select pg_sleep(3.5)'));
    expect(await Promise.all(all)).toHaveLength(8);
  },
);

describe('credentials', () => {
  test('a wrong secret is refused by S3, and told without it', async () => {
    const { url, env, stop } = await startS3();
    onTestFinished(stop);
    for (const [changed, told] of [
      [{ ...env, AWS_SECRET_ACCESS_KEY: 'not-the-secret' }, /403/],
      [{}, /403/],
    ] as const) {
      const { tier } = openTestTier({ url }, changed);
      const error = await tier.index.get('0'.repeat(64), signal).catch((each: unknown) => each);
      expect(String(error)).toMatch(told);
      expect(String(error)).not.toContain('not-the-secret');
      await tier.close();
    }
  });

  test.skipIf(!hasNginx)('a wrong password is refused by nginx', async () => {
    const { url, stop } = await startNginx({ user: 'team', password: 'right' });
    onTestFinished(stop);
    const { tier } = openTestTier({ url: url.replace('//', '//team:not-right@') });
    const error = await tier.index.get('0'.repeat(64), signal).catch((each: unknown) => each);
    expect(String(error)).toContain('401');
    expect(String(error)).not.toContain('not-right');
    await tier.close();
  });
});
