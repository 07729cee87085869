import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { systemClock } from '@assetgen/client/clock';
import { expect, it, onTestFinished } from 'vitest';
import type { Fingerprint } from '../../brands.ts';
import type { ResolvedTier } from '../../config/resolve-remote.ts';
import { createHttpExchange } from '../../node/create-http-exchange.ts';
import { openBlobStore } from '../cas/blob-store.ts';
import { hexOf } from '../cas/digest.ts';
import { createHttpTier, PLAIN_TEXTS } from './create-http-tier.ts';
import { guardTier } from './guarded-tier.ts';
import { entryKey, openEntry } from './open-entry.ts';
import { pushTo } from './push-to.ts';
import { remoteTimes } from './remote-times.ts';
import { createSharedUploads } from './shared-uploads.ts';
import type { Shared } from './upload.ts';

const SCOPE = { namespace: 'default', service: 'service' } as const;
const UUID = 'aaaaaaaa-0000-4000-8000-000000000001';
const job = { operation: 'createNormalPicture', points: 3, service: 'remote', uuids: [UUID] };
/** As of nginx, which takes 1 MB by default. Unit: bytes. */
const MOST = 1_000;

/** A cache over HTTP that takes no file above {@link MOST}. */
async function startCache(): Promise<{ url: string; held: Map<string, Buffer> }> {
  const held = new Map<string, Buffer>();
  const server = createServer(async (request, response) => {
    const name = (request.url ?? '').slice(1);
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece as Buffer);
    const body = Buffer.concat(pieces);
    const known = held.get(name);
    if (request.method !== 'PUT') response.writeHead(known === undefined ? 404 : 200).end(known);
    else if (body.length > MOST) response.writeHead(413).end();
    else response.writeHead(held.set(name, body).has(name) ? 201 : 500).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, held };
}

it('where a place takes no file of its size, others find at least what was bought', async () => {
  const { url, held } = await startCache();
  const times = remoteTimes(null);
  const exchange = createHttpExchange(times);
  const tier = createHttpTier({
    exchange,
    urlOf: (name) => `${url}/${name}`,
    headersOf: () => Promise.resolve({}),
    form: PLAIN_TEXTS,
    blobs: true,
  });
  onTestFinished(() => tier.close());
  const store = openBlobStore(await mkdtemp(path.join(tmpdir(), 'too-large-')));
  const { signal } = new AbortController();
  const [large, small] = await Promise.all(
    [MOST + 1, 10].map((bytes) =>
      store.put(Readable.from([Buffer.alloc(bytes, bytes)]), { signal }),
    ),
  );
  const config = { label: 'a cache', access: 'read-write' } as ResolvedTier;
  const guarded = guardTier(config, tier, systemClock, times);
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const signer = { publicKey: 'a key', privateKey };
  const trusted = new Map([['a key', publicKey]]);
  const items = [large, small].map((blob, index): Shared => {
    const name = { kind: 'recipe', fingerprint: String(index).repeat(64) as Fingerprint } as const;
    const value = JSON.stringify({ jobs: [job], variants: [{ ...blob, uuid: UUID }] });
    return { entry: { name, value }, blobs: [blob!] };
  });
  const warnings: string[] = [];
  let kept: readonly Shared[] = [];
  const uploads = createSharedUploads({
    store,
    clock: systemClock,
    times,
    warn: (_tier, _code, message) => void warnings.push(message),
    warnAll: (_code, message) => void warnings.push(message),
    tiers: [guarded],
    scope: SCOPE,
    trusted,
    signer,
    index: true,
    signal,
    queueOf: () => ({
      take: () => Promise.resolve([]),
      keep: (all) => Promise.resolve(void (kept = all)),
    }),
  });
  for (const each of items) uploads.add(guarded, each);
  await uploads.finish(() => undefined);

  expect(warnings).toEqual([
    `writing a blob failed: it answered 413 (it takes no file of ${MOST + 1} bytes); others know that it was bought, and download it from the service`,
  ]);
  expect(kept).toEqual([]);
  expect(guarded.writes.isOpen).toBe(false);
  expect([...held.keys()].filter((name) => name.startsWith('cas/'))).toEqual([
    `cas/${hexOf(small!.digest)}`,
  ]);
  for (const { entry } of items) {
    const text = held.get(`ac/${entryKey(SCOPE, entry!.name)}`)?.toString() ?? '';
    expect(openEntry(text, SCOPE, entry!.name, trusted)).toEqual({
      status: 'good',
      value: entry!.value,
    });
  }
  const parts = { store, scope: SCOPE, trusted, signer, clock: systemClock, times, signal };
  const pushed = await pushTo(guarded, items, { ...parts, tell: () => undefined });
  expect(pushed).toMatchObject({ entries: 0, blobs: 0, present: 1, missing: 0, failed: 1 });
  expect(pushed.problem).toContain('it answered 413');
});
