import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync } from 'node:fs';
import { chmod, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { systemClock } from '@assetgen/client';
import type { Digest, Fingerprint } from '@assetgen/core';
import type { StoredBlob } from '../../packages/core/src/ports.ts';
import type { BlobStore } from '../../packages/core/src/store/cas/blob-store.ts';
import { openBlobStore } from '../../packages/core/src/store/cas/blob-store.ts';
import type { ResultName, EntryScope } from '../../packages/core/src/store/remote/open-entry.ts';
import { entryKey } from '../../packages/core/src/store/remote/open-entry.ts';
import type { GuardedTier } from '../../packages/core/src/store/remote/guarded-tier.ts';
import { guardTier } from '../../packages/core/src/store/remote/guarded-tier.ts';
import { createSharedCache } from '../../packages/core/src/store/remote/shared-cache.ts';
import type { SharedCache } from '../../packages/core/src/store/remote/shared-cache.ts';
import { readSigningKey, trustKeys } from '../../packages/core/src/store/remote/signing-key.ts';
import type { RemoteTimes } from '../../packages/core/src/store/remote/remote-times.ts';
import { remoteTimes } from '../../packages/core/src/store/remote/remote-times.ts';
import type { RemoteTierOptions } from '@assetgen/core';
import type { CacheFault, FaultyCache } from '../support/faulty-cache.ts';
import { startFaultyCache } from '../support/faulty-cache.ts';
import { hasPostgres, startPostgres } from '../support/postgres-server.ts';
import { hasRedis, startRedis } from '../support/redis-server.ts';
import { openTestTier } from '../support/remote-tiers.ts';
import { freePort } from '../support/server-process.ts';

/** The usual ones: what works ends long before them, on a busy machine too. What fails is asked again for less long. */
const USUAL: RemoteTimes = { ...remoteTimes(null), awayMs: 1_500, returnMs: 900 };

/** For what hangs or fails: shorter waits, and a breaker that stays open. */
const SHORT: RemoteTimes = {
  ...USUAL,
  connectMs: 1_000,
  idleMs: 1_000,
  indexMs: 1_500,
  graceMs: 500,
  openMs: 60_000,
  finishMs: 2_000,
};

const keyOf = () =>
  readSigningKey(`ed25519-secret:${randomBytes(32).toString('base64url')}`, 'the test');
const ANN = keyOf();
const EVE = keyOf();
const SCOPE: EntryScope = { namespace: 'team', service: 'service' };
const nameOf = (text: string): ResultName => ({
  kind: 'recipe',
  fingerprint: createHash('sha256').update(text).digest('hex') as Fingerprint,
});

const opened: GuardedTier[] = [];
let cache: FaultyCache;
beforeEach(async () => {
  cache = await startFaultyCache();
});
afterEach(async () => {
  for (const { tier } of opened.splice(0)) await tier.close();
  await cache.close();
});

const NO_QUEUE = { take: async () => [], keep: async () => undefined };

/** A machine with an empty store and these tiers. */
function machine(
  tiers: readonly RemoteTierOptions[],
  given: {
    signer?: typeof ANN | null;
    trusted?: readonly (typeof ANN)[];
    scope?: EntryScope;
    times?: RemoteTimes;
  } = {},
): {
  readonly shared: SharedCache;
  readonly store: BlobStore;
  readonly warnings: [string, string][];
  readonly tiers: readonly GuardedTier[];
} {
  const { signer = ANN, trusted = [ANN], scope = SCOPE, times = USUAL } = given;
  const warnings: [string, string][] = [];
  const guarded = tiers.map((options) => {
    const { config, tier } = openTestTier(options, {}, times);
    return guardTier(config, tier, systemClock, times);
  });
  opened.push(...guarded);
  const store = openBlobStore(mkdtempSync(path.join(tmpdir(), 'store-')));
  const shared = createSharedCache({
    tiers: guarded,
    store,
    scope,
    trusted: trustKeys(trusted.map(({ publicKey }) => publicKey)),
    signer,
    index: true,
    clock: systemClock,
    times,
    signal: new AbortController().signal,
    warn: (code, message) => void warnings.push([code, message]),
    queueOf: () => NO_QUEUE,
  });
  return { shared, store, warnings, tiers: guarded };
}

/** Shares a value and a blob, and waits until they are there. */
async function shareOne(
  tiers: readonly RemoteTierOptions[],
  text: string,
  given: Parameters<typeof machine>[1] = {},
): Promise<{ blob: StoredBlob; warnings: [string, string][] }> {
  const { shared, store, warnings } = machine(tiers, given);
  const blob = await store.putBytes(randomBytes(40_000));
  shared.share(nameOf(text), `value of ${text}`, [blob]);
  await shared.finish(() => undefined);
  return { blob, warnings };
}

const filesOf = (store: BlobStore): string[] =>
  readdirSync(store.dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => entry.name);

test('what one machine shares, another has: the value by its key, the blob by its digest', async () => {
  const { blob, warnings } = await shareOne([{ url: cache.url }], 'crate');
  expect(warnings).toEqual([]);
  const two = machine([{ url: cache.url }]);
  expect(await two.shared.look(nameOf('crate'))).toBe('value of crate');
  expect(await two.shared.look(nameOf('lamp'))).toBeNull();
  expect(await two.shared.fetch(blob.digest, blob.bytes)).toBe(true);
  expect(await two.store.read(blob.digest)).toHaveLength(40_000);
  expect(two.warnings).toEqual([]);
  // The entry came after its blob.
  const order = cache.requests.filter((each) => each.startsWith('PUT')).map((each) => each[4]);
  expect(order).toEqual(['c', 'a']);
});

describe('fault 12: a shared cache that is dead, slow or lying', () => {
  const refuse: readonly CacheFault[] = ['silent', 'drip', 'reset', '500', '401', 'short', 'long'];
  test.each(refuse)('%s: no bytes are kept, it ends in time, and is told once', async (fault) => {
    const blobs: StoredBlob[] = [];
    for (const text of ['a', 'b', 'c', 'd', 'e', 'f']) {
      blobs.push((await shareOne([{ url: cache.url }], text)).blob);
    }
    cache.fault = fault;
    const before = cache.requests.length;
    const isBlobFault = ['reset', 'short', 'long', 'drip'].includes(fault);
    // With a fault in its blobs alone, its index works, and has the time that it needs.
    const times = isBlobFault ? { ...SHORT, indexMs: USUAL.indexMs } : SHORT;
    const two = machine([{ url: cache.url }], { times });
    const started = performance.now();
    const names = ['a', 'b', 'c', 'd', 'e', 'f'].map(nameOf);
    const values = await two.shared.lookAll(names);
    for (const { digest, bytes } of blobs) {
      expect(await two.shared.fetch(digest, bytes)).toBe(false);
    }
    // Six blobs, and no more than three waits.
    const asked = cache.requests.slice(before).filter((each) => each.startsWith('GET cas/'));
    expect(asked.length).toBeLessThanOrEqual(3);
    expect(performance.now() - started).toBeLessThan(8_000);
    expect(values.filter((value) => value !== null)).toHaveLength(isBlobFault ? 6 : 0);
    expect(two.warnings).toHaveLength(1);
    expect(two.warnings[0]?.[1]).toContain(`shared cache http://127.0.0.1:${cache.port}`);
    expect(two.tiers.map(({ reads }) => reads.opened)).toEqual([1]);
    expect(filesOf(two.store)).toEqual([]);

    // What it makes itself is tried once or twice: the place may be back.
    const { length } = cache.requests;
    for (const text of 'ghijklmn') two.shared.share(nameOf(text), 'value', []);
    await two.shared.finish(() => undefined);
    const isShared = cache.held.has(`ac/${entryKey(SCOPE, nameOf('g'))}`);
    expect(isShared).toBe(isBlobFault);
    if (isShared) return;
    expect(cache.requests.length - length).toBeLessThanOrEqual(4);
    expect(two.warnings.slice(1)).toEqual([
      ['ASSETGEN_UNSHARED', expect.stringContaining('8 of 8 results are not shared')],
    ]);
  });

  test('refused, and black-holed', async () => {
    for (const port of [await freePort(), cache.port]) {
      cache.fault = 'silent';
      const one = machine([{ url: `http://127.0.0.1:${port}` }], { times: SHORT });
      const started = performance.now();
      expect(await one.shared.lookAll(Array.from('abcdefgh', nameOf))).toEqual(
        Array.from({ length: 8 }, () => null),
      );
      expect(performance.now() - started).toBeLessThan(3_000);
      expect(one.warnings).toHaveLength(1);
      expect(one.tiers[0]?.reads.opened).toBe(1);
    }
  });

  test('one that hangs while results are written: the end waits no longer than its deadline', async () => {
    const one = machine([{ url: cache.url }], { times: SHORT });
    const blob = await one.store.putBytes(randomBytes(100));
    cache.fault = 'silent';
    for (const text of 'abcdefghijklmnop') one.shared.share(nameOf(text), text, [blob]);
    const started = performance.now();
    await one.shared.finish(() => undefined);
    expect(performance.now() - started).toBeLessThan(6_000);
    expect(one.warnings.map(([code]) => code)).toEqual(['ASSETGEN_REMOTE', 'ASSETGEN_UNSHARED']);
  });

  test.skipIf(!hasRedis)(
    'a full Redis: the write is told as failed, what it has is read',
    async () => {
      const { url, stop } = await startRedis([
        '--maxmemory',
        '2mb',
        '--maxmemory-policy',
        'noeviction',
      ]);
      onTestFinished(stop);
      const tiers = [{ url, blobs: true }];
      const first = await shareOne(tiers, 'before');
      expect(first.warnings).toEqual([]);
      const full = machine(tiers);
      const blob = await full.store.putBytes(randomBytes(3_000_000));
      full.shared.share(nameOf('big'), 'value', [blob]);
      await full.shared.finish(() => undefined);
      expect(full.warnings.map(([code]) => code)).toEqual(['ASSETGEN_REMOTE', 'ASSETGEN_UNSHARED']);
      expect(full.warnings[0]).toEqual(['ASSETGEN_REMOTE', expect.stringMatching(/writing .*OOM/)]);
      expect(await full.shared.look(nameOf('before'))).toBe('value of before');
      // The entry of a blob that did not fit is not there.
      expect(await machine(tiers).shared.look(nameOf('big'))).toBeNull();
    },
  );
});

describe('fault 13: a poisoned shared cache', () => {
  test('wrong bytes under a right digest: not kept, told, and written over when they are had', async () => {
    const { blob } = await shareOne([{ url: cache.url }], 'crate');
    cache.fault = 'corrupt';
    const two = machine([{ url: cache.url }]);
    expect(await two.shared.fetch(blob.digest, blob.bytes)).toBe(false);
    expect(two.warnings).toEqual([
      ['ASSETGEN_REMOTE_CORRUPT', expect.stringContaining('reading a blob failed')],
    ]);
    expect(filesOf(two.store)).toEqual([]);
    cache.fault = 'none';
    const cas = `cas/${blob.digest.slice('sha256-'.length)}`;
    const good = cache.held.get(cas)!;
    cache.held.set(cas, randomBytes(good.length));
    await two.shared.fetch(blob.digest, blob.bytes);
    await two.store.putBytes(good);
    two.shared.offer([blob]);
    await two.shared.finish(() => undefined);
    expect(cache.held.get(cas)?.equals(good)).toBe(true);
  });

  test('entries without a signature, by another key, changed, or of another place are not believed', async () => {
    const key = `ac/${entryKey(SCOPE, nameOf('crate'))}`;
    await shareOne([{ url: cache.url }], 'crate');
    await shareOne([{ url: cache.url }], 'lamp');
    const good = cache.held.get(key)!;
    const bad: readonly [string, Buffer, RegExp][] = [
      [
        'replayed',
        cache.held.get(`ac/${entryKey(SCOPE, nameOf('lamp'))}`)!,
        /does not match its content/,
      ],
      [
        'changed',
        Buffer.from(good.toString('latin1').replace('of crate', 'of crane'), 'latin1'),
        /does not match/,
      ],
      [
        'unsigned',
        Buffer.from(good.toString('latin1').replace('signature', 'signaturf'), 'latin1'),
        /not signed/,
      ],
      ['torn', good.subarray(0, good.length - 9), /./],
      ['page', Buffer.from('<html>'), /./],
    ];
    for (const [what, bytes, told] of bad) {
      cache.held.set(key, bytes);
      const two = machine([{ url: cache.url }]);
      expect([what, await two.shared.look(nameOf('crate'))]).toEqual([what, null]);
      if (two.warnings.length > 0 || told.source !== '.') {
        expect(two.warnings).toEqual([['ASSETGEN_REMOTE_UNTRUSTED', expect.stringMatching(told)]]);
      }
    }
    cache.held.set(key, good);
    const eve = machine([{ url: cache.url }], { signer: EVE, trusted: [EVE] });
    expect(await eve.shared.look(nameOf('crate'))).toBeNull();
    expect(eve.warnings[0]?.[1]).toContain(ANN.publicKey);

    for (const scope of [
      { namespace: 'other', service: 'service' },
      { namespace: 'team', service: 'local' },
      { namespace: 'teamservice', service: 'service' },
    ] as const) {
      // The same key of the tier, as if somebody had copied the entry there.
      cache.held.set(`ac/${entryKey(scope, nameOf('crate'))}`, good);
      const other = machine([{ url: cache.url }], { scope });
      expect(await other.shared.look(nameOf('crate'))).toBeNull();
      expect(other.warnings).toHaveLength(1);
    }
    expect(await machine([{ url: cache.url }]).shared.look(nameOf('crate'))).toBe('value of crate');
  });

  test('a blob gone while its entry stands', async () => {
    const { blob } = await shareOne([{ url: cache.url }], 'crate');
    cache.fault = 'gone';
    const two = machine([{ url: cache.url }]);
    expect(await two.shared.look(nameOf('crate'))).toBe('value of crate');
    expect(await two.shared.fetch(blob.digest, blob.bytes)).toBe(false);
    expect(two.warnings).toEqual([]);
  });
});

describe('fault 19: bytes through every index adapter are refused, not changed', () => {
  test.each([Buffer.from([0, 255]), new Uint8Array([0, 255])])('%o', async (bytes) => {
    for (const [here, start] of [
      [hasRedis, startRedis],
      [hasPostgres, startPostgres],
    ] as const) {
      if (!here) continue;
      const { url, stop } = await start();
      onTestFinished(stop);
      const { tier } = openTestTier({ url });
      const { signal } = new AbortController();
      const entry = { text: bytes as unknown as string, blobs: [] };
      await expect(tier.index.set('k', entry, signal)).rejects.toThrow('only texts are kept');
      expect(await tier.index.get('k', signal)).toBeNull();
      await tier.close();
    }
  });
});

describe('tiers in order', () => {
  test('what a farther one has is copied to the nearer, never to one that is read only', async () => {
    const far = await startFaultyCache();
    const { blob } = await shareOne([{ url: far.url }], 'crate');
    const readOnly = machine([{ url: cache.url, access: 'read' }, { url: far.url }]);
    await readOnly.shared.look(nameOf('crate'));
    await readOnly.shared.fetch(blob.digest, blob.bytes);
    await readOnly.shared.finish(() => undefined);
    expect(cache.held.size).toBe(0);

    const two = machine([{ url: cache.url }, { url: far.url }], { signer: null });
    expect(await two.shared.look(nameOf('crate'))).toBe('value of crate');
    expect(await two.shared.fetch(blob.digest, null)).toBe(true);
    await two.shared.finish(() => undefined);
    expect(new Set(cache.held.keys())).toEqual(new Set(far.held.keys()));
    await far.close();
    // The nearer one is enough from now on.
    const three = machine([{ url: cache.url }, { url: far.url }]);
    expect(await three.shared.look(nameOf('crate'))).toBe('value of crate');
    expect(await three.shared.fetch(blob.digest, blob.bytes)).toBe(true);
    expect(three.warnings).toEqual([]);
  });

  test('a dead one does not hide the next', async () => {
    const { blob } = await shareOne([{ url: cache.url }], 'crate');
    const dead = `http://127.0.0.1:${await freePort()}`;
    const two = machine([{ url: dead }, { url: cache.url }]);
    expect(await two.shared.look(nameOf('crate'))).toBe('value of crate');
    expect(await two.shared.fetch(blob.digest, blob.bytes)).toBe(true);
    expect(two.warnings).toHaveLength(1);
  });
});

test('without a key to sign with blobs are shared, entries are not, and it is told once', async () => {
  const { blob, warnings } = await shareOne([{ url: cache.url }], 'crate', { signer: null });
  expect(warnings).toEqual([
    ['ASSETGEN_REMOTE_KEYS', expect.stringContaining('assetgen keys new')],
  ]);
  expect([...cache.held.keys()]).toEqual([`cas/${blob.digest.slice('sha256-'.length)}`]);
});

test('a blob that went bad on this disk is never whole elsewhere', async () => {
  const one = machine([{ url: cache.url }]);
  const blob = await one.store.putBytes(randomBytes(600_000));
  await chmod(one.store.path(blob.digest), 0o644);
  await writeFile(one.store.path(blob.digest), randomBytes(600_000));
  one.shared.share(nameOf('crate'), 'value', [blob]);
  await one.shared.finish(() => undefined);
  expect(cache.held.size).toBe(0);
  expect(one.warnings).toHaveLength(1);
});

test('a blob that this machine has not is not sent, and no fault of the tier', async () => {
  const one = machine([{ url: cache.url }]);
  for (let count = 0; count < 9; count += 1) {
    const digest = `sha256-${randomBytes(32).toString('hex')}` as Digest;
    one.shared.share(nameOf(`gone ${count}`), 'value', [{ digest, bytes: 9 }]);
  }
  const blob = await one.store.putBytes(randomBytes(900));
  one.shared.share(nameOf('here'), 'value', [blob]);
  await one.shared.finish(() => undefined);
  expect(one.tiers[0]?.writes.opened).toBe(0);
  expect(one.warnings).toEqual([]);
  expect(cache.held.size).toBe(2);
  expect(cache.requests.filter((request) => request.startsWith('PUT cas/'))).toHaveLength(1);
});
