import { generateKeyPairSync } from 'node:crypto';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import type { Fingerprint } from '../../brands.ts';
import type { ResolvedTier } from '../../config/resolve-remote.ts';
import { fakeClock } from '../../jobs/testing/fake-clock.ts';
import { openBlobStore } from '../cas/blob-store.ts';
import { guardTier } from './guarded-tier.ts';
import { entryKey, openEntry, signEntry } from './open-entry.ts';
import { remoteTimes } from './remote-times.ts';
import { createSharedUploads } from './shared-uploads.ts';
import type { Tier } from './tier.ts';
import type { Shared } from './upload.ts';

const SCOPE = { namespace: 'default', service: 'service' } as const;
const NAME = { kind: 'recipe', fingerprint: 'f'.repeat(64) as Fingerprint } as const;
const KEY = entryKey(SCOPE, NAME);
const UUID = 'aaaaaaaa-0000-4000-8000-000000000001';
const job = { operation: 'createNormalPicture', points: 3, service: 'remote', uuids: [UUID] };
const variant = (digit: string) => ({ bytes: 1, digest: `sha256-${digit.repeat(64)}`, uuid: UUID });
const valueOf = (...digits: string[]): string =>
  JSON.stringify({ jobs: [job], variants: digits.map(variant) });
const LESS = valueOf('a');
const MORE = valueOf('a', 'b');
/** As much as {@link LESS}, of another purchase. */
const ANOTHER = valueOf('c');
const { publicKey, privateKey } = generateKeyPairSync('ed25519');
const signer = { publicKey: 'a key', privateKey };
const trusted = new Map([['a key', publicKey]]);
const sharedOf = (value: string): Shared => ({ entry: { name: NAME, value }, blobs: [] });

// Loaded before: it takes none of the fake time.
beforeAll(() => import('p-queue'));

/** @param refused the writes that the place does not take, by their number from 0 */
it.each([
  ['what an earlier run left says less than what this run made', { left: LESS, made: MORE }],
  ['what an earlier run left says more than what this run made', { left: MORE, made: LESS }],
  ['they say as much', { left: LESS, made: ANOTHER, stays: ANOTHER }],
  ['somebody else wrote as much meanwhile', { left: LESS, there: ANOTHER, stays: ANOTHER }],
  ['the place refuses the first write', { left: LESS, made: MORE, refused: [0] }],
  ['the place refuses the second write', { left: LESS, made: MORE, refused: [1] }],
  ['the place refuses both once', { left: LESS, made: MORE, refused: [0, 1] }],
  ['somebody else wrote more meanwhile', { left: LESS, there: MORE }],
  ['somebody else wrote less meanwhile', { left: MORE, there: LESS }],
  ['somebody who is not trusted says more', { left: LESS, forged: MORE, stays: LESS }],
])('of one entry, %s: what says most stays', async (_what, given) => {
  const { left, made, there, forged, refused = [], stays = MORE } = given as Partial<Given>;
  const clock = fakeClock(false);
  const times = remoteTimes(null);
  const held = new Map<string, string>();
  if (there !== undefined) held.set(KEY, signEntry(SCOPE, NAME, there, signer));
  const stranger = { publicKey: 'another', privateKey };
  if (forged !== undefined) held.set(KEY, signEntry(SCOPE, NAME, forged, stranger));
  let writes = 0;
  const tier: Tier = {
    index: {
      async get(key) {
        await clock.sleep(5);
        return held.get(key) ?? null;
      },
      async set(key, { text }) {
        const number = writes++;
        // The first takes longest, so that two at once would end in the other order.
        await clock.sleep(20 - 5 * Math.min(number, 3));
        if (refused.includes(number)) throw new Error('not now');
        held.set(key, text);
      },
    },
    blobs: null,
    prepare: () => Promise.resolve(),
    reset: () => undefined,
    close: () => Promise.resolve(),
  };
  const config = { label: 'a map', access: 'read-write' } as ResolvedTier;
  const guarded = guardTier(config, tier, clock, times);
  let kept: readonly Shared[] = left === undefined ? [] : [sharedOf(left)];
  const run = async (own: readonly Shared[]): Promise<void> => {
    const uploads = createSharedUploads({
      store: openBlobStore(await mkdtemp(path.join(tmpdir(), 'uploads-'))),
      clock,
      times,
      warn: () => undefined,
      warnAll: () => undefined,
      tiers: [guarded],
      scope: SCOPE,
      trusted,
      signer,
      index: true,
      signal: new AbortController().signal,
      queueOf: () => ({
        take: () => Promise.resolve(kept),
        keep: (all) => Promise.resolve(void (kept = all)),
      }),
    });
    uploads.resume();
    for (const shared of own) uploads.add(guarded, shared);
    await clock.run(uploads.finish(() => undefined));
  };
  await run(made === undefined ? [] : [sharedOf(made)]);
  // Nobody waits for what an earlier run left: the next one takes it on.
  await run([]);
  expect(kept).toEqual([]);
  expect(openEntry(held.get(KEY) ?? '', SCOPE, NAME, trusted)).toEqual({
    status: 'good',
    value: stays,
  });
});

interface Given {
  readonly left: string;
  readonly made: string;
  readonly there: string;
  readonly forged: string;
  readonly refused: readonly number[];
  readonly stays: string;
}
