import { generateKeyPairSync } from 'node:crypto';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { systemClock } from '@assetgen/client/clock';
import type { KeyvStoreAdapter } from 'keyv';
import { expect, it } from 'vitest';
import type { ResolvedTier } from '../../config/resolve-remote.ts';
import type { Fingerprint } from '../../brands.ts';
import { openBlobStore } from '../cas/blob-store.ts';
import { createKeyvTier } from './create-keyv-tier.ts';
import { guardTier } from './guarded-tier.ts';
import { entryKey, openEntry } from './open-entry.ts';
import { pushTo } from './push-to.ts';
import { remoteTimes } from './remote-times.ts';

const SCOPE = { namespace: 'default', service: 'service' } as const;
const NAME = { kind: 'recipe', fingerprint: 'f'.repeat(64) as Fingerprint } as const;
const UUID = 'aaaaaaaa-0000-4000-8000-000000000001';
const job = { operation: 'createNormalPicture', points: 3, service: 'remote', uuids: [UUID] };
const variant = (digit: string) => ({ bytes: 1, digest: `sha256-${digit.repeat(64)}`, uuid: UUID });

/** A value as a lock writes it, and as a build left it: the same with its keys in another order. */
const LOCKED = { jobs: [job], variants: [variant('a')] };
const LEFT = {
  variants: [{ uuid: UUID, digest: variant('a').digest, bytes: 1 }],
  jobs: [{ uuids: [UUID], service: 'remote', points: 3, operation: 'createNormalPicture' }],
};
const MORE = { jobs: [job], variants: [variant('a'), variant('b')] };

it.each([
  ['of the lock, then of a build', [LOCKED, LEFT], LOCKED],
  ['of a build, then of the lock', [LEFT, LOCKED], LEFT],
  ['that says less, then more', [LOCKED, MORE], MORE],
  ['that says more, then less', [MORE, LOCKED, LEFT], MORE],
])(
  'entries of one name, one %s: all are there, and what says most stays',
  async (_how, values, stays) => {
    const held = new Map<string, unknown>();
    const { publicKey, privateKey } = generateKeyPairSync('ed25519');
    const signer = { publicKey: 'a key', privateKey };
    const trusted = new Map([['a key', publicKey]]);
    const tier = createKeyvTier(
      {
        adapter: () => Promise.resolve(held as unknown as KeyvStoreAdapter),
        load: () => Promise.resolve(),
        reset: () => undefined,
        close: () => Promise.resolve(),
      },
      false,
    );
    const times = remoteTimes(null);
    const { signal } = new AbortController();
    const guarded = guardTier({ label: 'a map' } as ResolvedTier, tier, systemClock, times);
    const items = values.map((value) => ({
      entry: { name: NAME, value: JSON.stringify(value) },
      blobs: [],
    }));
    const told: number[] = [];
    const pushed = await pushTo(guarded, items, {
      store: openBlobStore(await mkdtemp(path.join(tmpdir(), 'push-'))),
      scope: SCOPE,
      trusted,
      signer,
      clock: systemClock,
      times,
      signal,
      tell: (done) => void told.push(done),
    });
    expect(pushed).toMatchObject({ failed: 0, missing: 0, problem: null });
    expect(pushed.entries + pushed.present).toBe(values.length);
    expect(told).toEqual(values.map((_value, at) => at + 1));
    const text = await tier.index.get(entryKey(SCOPE, NAME), signal);
    expect(openEntry(text ?? '', SCOPE, NAME, trusted)).toEqual({
      status: 'good',
      value: JSON.stringify(stays),
    });
  },
);
