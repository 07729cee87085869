import { describe, expect, it } from 'vitest';
import { lockedOf } from '../testing/locks.ts';
import { assetOf } from '../testing/manifests.ts';
import { mergeManyLocks } from './merge-many-locks.ts';
import { serialiseLock } from './serialise-lock.ts';
import type { LockedAsset } from './lock.ts';
import { record } from './lock.ts';

const image = (prompt: string): LockedAsset => lockedOf(assetOf({ kind: 'image', prompt }));
const text = (assets: Record<string, LockedAsset>): string =>
  serialiseLock({ assets: record(Object.entries(assets)) });
const named = (name: string, assets: Record<string, LockedAsset>) => ({ name, text: text(assets) });
const bought = (entry: LockedAsset, uuid: string): LockedAsset => ({
  ...entry,
  jobs: [{ operation: 'createNormalPicture', uuids: [uuid], points: 4 }],
  variants: [{ uuid, failed: true }],
});
const [A, B, C, D] = ['a', 'b', 'c', 'd'].map(image) as [
  LockedAsset,
  LockedAsset,
  LockedAsset,
  LockedAsset,
];

describe('mergeManyLocks', () => {
  it('joins what each machine added to the lock that all began with', () => {
    const base = named('base', { d: D });
    const locks = [
      named('1', { a: A, d: D }),
      named('2', { b: B, d: D }),
      named('3', { c: C, d: D }),
    ];
    const merged = mergeManyLocks(base, locks, null);
    expect(merged).toEqual({ text: text({ a: A, b: B, c: C, d: D }), assets: 4, conflicts: [] });
    expect(mergeManyLocks(base, locks.toReversed(), null)).toEqual(merged);
  });

  it('begins with nothing, and takes the same entry of two for one', () => {
    const merged = mergeManyLocks(
      { name: 'base', text: '' },
      [named('1', { a: A }), named('2', { a: A, b: B })],
      null,
    );
    expect(merged.text).toBe(text({ a: A, b: B }));
  });

  it('takes what one changed, whichever comes first', () => {
    const [old, fresh] = [
      named('1', { a: bought(A, 'old'), b: B }),
      named('2', { a: bought(B, 'new') }),
    ];
    const base = named('base', { a: bought(A, 'old') });
    for (const locks of [
      [old, fresh],
      [fresh, old],
    ]) {
      expect(mergeManyLocks(base, locks, null).text).toBe(text({ a: bought(B, 'new'), b: B }));
    }
    expect(mergeManyLocks({ name: 'base', text: '' }, [old, fresh], null).conflicts).toHaveLength(
      1,
    );
  });

  it('keeps what a machine that built a part does not have', () => {
    const merged = mergeManyLocks(
      named('base', { a: A, b: B }),
      [named('1', { a: A }), named('2', { a: A, b: B })],
      null,
    );
    expect(merged.text).toBe(text({ a: A, b: B }));
  });

  it('tells which two bought different things, and makes no lock', () => {
    const locks = [
      named('1', { a: bought(A, 'u1') }),
      named('2', { b: B }),
      named('3', { a: bought(A, 'u3') }),
    ];
    expect(mergeManyLocks({ name: 'base', text: '' }, locks, null)).toMatchObject({
      text: null,
      conflicts: [
        {
          asset: 'a',
          sides: [
            { lock: '1', uuids: ['u1'] },
            { lock: '3', uuids: ['u3'] },
          ],
        },
      ],
    });
  });

  it.each(['1', '3'])('takes the side that is preferred: %s', (prefer) => {
    const locks = [
      named('1', { a: bought(A, 'u1') }),
      named('2', { b: B }),
      named('3', { a: bought(A, 'u3') }),
    ];
    const merged = mergeManyLocks({ name: 'base', text: '' }, locks, prefer);
    expect(merged.text).toBe(text({ a: bought(A, `u${prefer}`), b: B }));
  });

  it('names the lock that is none', () => {
    expect(() =>
      mergeManyLocks({ name: 'base', text: '' }, [{ name: 'shard-2.json', text: '{' }], null),
    ).toThrow(/shard-2\.json/);
  });
});
