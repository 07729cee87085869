import { expect, it } from 'vitest';
import { AssetgenError } from '@assetgen/client/errors';
import { fakeClock } from '../testing/fake-clock.ts';
import { sharedPlace } from './shared-place.ts';
import type { SharedPlace } from './shared-place.ts';

const HOUR_MS = 3_600_000;
const damage = (): AssetgenError => new AssetgenError('ASSETGEN_REMOTE_DAMAGED', 'ops/hero');

/** A place as one machine sees it, whose lid may be shut: no timer runs then, and the clock goes on. */
function laptop(heardAt?: () => number | null) {
  const clock = fakeClock(false);
  let asleepMs = 0;
  const warnings: string[] = [];
  const place: SharedPlace = sharedPlace({
    clock: { ...clock, now: () => clock.now() + asleepMs },
    mayBuyAlone: true,
    patienceMs: 30_000,
    label: 'redis://cache',
    signal: new AbortController().signal,
    warn: (_code, message) => warnings.push(message),
    ...(heardAt === undefined ? {} : { heardAt }),
  });
  return {
    clock,
    place,
    warnings,
    shutLid: () => {
      asleepMs += HOUR_MS;
    },
  };
}

it('a machine that slept has not waited: it asks again before it buys alone', async () => {
  const { clock, place, warnings, shutLid } = laptop();
  let asked = 0;
  const answer = await clock.run(
    place.ask(async () => {
      asked += 1;
      if (asked > 1) return 'here';
      // The connection did not outlive it.
      shutLid();
      throw new Error('read ECONNRESET');
    }),
  );
  expect(answer).toBe('here');
  expect(warnings.length).toBeLessThanOrEqual(1);
});

it('what it waited before it slept, and what it waits when it woke in another outage, is all that counts', async () => {
  const { clock, place, shutLid } = laptop();
  const start = clock.now();
  let slept = false;
  const answer = await clock.run(
    place.ask(async () => {
      const gone = clock.now() - start;
      if (gone > 9_000 && !slept) {
        slept = true;
        shutLid();
      }
      if (gone > 25_000) return 'here';
      throw new Error('connect ECONNREFUSED');
    }),
  );
  expect(answer).toBe('here');
});

it('a place that stays away is given up after the patience, whether it refuses or hangs', async () => {
  for (const hangsMs of [0, 12_000]) {
    const { clock, place, warnings } = laptop();
    const start = clock.now();
    const answer = await clock.run(
      place.ask(async () => {
        await clock.sleep(hangsMs);
        throw new Error('connect ECONNREFUSED');
      }),
    );
    expect(answer).toBeNull();
    expect(clock.now() - start).toBeGreaterThanOrEqual(29_000);
    expect(clock.now() - start).toBeLessThanOrEqual(30_000 + hangsMs + 4_000);
    expect(warnings.at(-1)).toContain('this machine buys without checking');
  }
});

const reply = (message: string, code?: string): Error =>
  Object.assign(new Error(message), code === undefined ? {} : { code });

it.each([
  ['a password', reply('NOAUTH Authentication required.')],
  ['a right', reply("NOPERM this user has no permissions to run the 'eval' command")],
  [
    'protected mode',
    reply('DENIED Redis is running in protected mode because protected mode is …'),
  ],
  ['another node of its cluster', reply('MOVED 3999 127.0.0.1:6381')],
  ['a slot that nobody has', reply('CLUSTERDOWN Hash slot not served')],
  ['a certificate', reply('self-signed certificate', 'DEPTH_ZERO_SELF_SIGNED_CERT')],
  ['TLS at a port without', reply('wrong version number', 'ERR_SSL_WRONG_VERSION_NUMBER')],
])('a place that refuses for %s is told at once, and not waited for', async (_what, error) => {
  const { clock, place, warnings } = laptop();
  const start = clock.now();
  expect(await clock.run(place.ask(() => Promise.reject(error)))).toBeNull();
  expect(clock.now() - start).toBeLessThan(1_000);
  expect(warnings).toEqual([
    `shared cache redis://cache cannot be used (${error.message}): this machine buys without checking for purchases by others`,
  ]);
});

it.each([
  ['a replica', reply("READONLY You can't write against a read only replica.")],
  ['a replica that lost its master', reply('MASTERDOWN Link with MASTER is down')],
  ['a master without its replicas', reply('NOREPLICAS Not enough good replicas to write.')],
  ['a cluster without a part', reply('CLUSTERDOWN The cluster is down')],
  ['a standby of Postgres', reply('cannot execute INSERT in a read-only transaction', '25006')],
])('%s is told at once, and waited for: a failover may end', async (_what, error) => {
  const { clock, place, warnings } = laptop();
  const start = clock.now();
  const answer = place.ask(async () => {
    if (clock.now() - start < 20_000) throw error;
    return 'here';
  });
  await clock.run(clock.sleep(100));
  expect(warnings).toEqual([expect.stringContaining(`cannot be used (${error.message}); waiting`)]);
  expect(await clock.run(answer)).toBe('here');
  expect(warnings).toHaveLength(1);
});

it('what is damaged there is read again, and then stops its own recipe alone: nothing is bought without asking', async () => {
  const { clock, place, warnings } = laptop();
  let asked = 0;
  const torn = place.ask(async () => {
    asked += 1;
    if (asked < 3) throw damage();
    return 'whole';
  });
  expect(await clock.run(torn)).toBe('whole');
  const damaged = place.ask(() => Promise.reject(damage()));
  await expect(clock.run(damaged)).rejects.toMatchObject({
    code: 'ASSETGEN_REMOTE_DAMAGED',
  });
  expect(await clock.run(place.ask(async () => 'another'))).toBe('another');
  expect(() => place.assertReachable('hero', 'hero')).not.toThrow();
  expect(warnings.filter((text) => text.includes('buys without checking'))).toEqual([]);
});

it.each([
  ['answered a part of a question in between', 20_000, 'here'],
  ['answers parts of questions, and never a whole one', Number.POSITIVE_INFINITY, null],
])('a place that %s', async (_what, longMs, expected) => {
  let heard: number | null = null;
  const { clock, place } = laptop(() => heard);
  const start = clock.now();
  const answer = await clock.run(
    place.ask(async () => {
      const gone = clock.now() - start;
      const isBetween = longMs === Number.POSITIVE_INFINITY ? gone % 20_000 < 4_000 : gone > 24_000;
      if (isBetween && gone < 28_000 + longMs) heard = clock.now();
      if (gone > 48_000 && longMs < 1e9) return 'here';
      throw new Error('connect ECONNREFUSED');
    }),
  );
  expect(answer).toBe(expected);
});
