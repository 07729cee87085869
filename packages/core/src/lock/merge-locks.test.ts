import { describe, expect, it } from 'vitest';
import { lockedOf } from '../testing/locks.ts';
import { assetOf } from '../testing/manifests.ts';
import { mergeLocks } from './merge-locks.ts';
import { parseLock } from './parse-lock.ts';
import { serialiseLock } from './serialise-lock.ts';
import type { LockedAsset } from './lock.ts';
import { record } from './lock.ts';

const image = (prompt: string, more: object = {}): LockedAsset =>
  lockedOf(assetOf({ kind: 'image', prompt, ...more }));
const text = (assets: Record<string, LockedAsset>): string =>
  serialiseLock({ assets: record(Object.entries(assets)) });

/** Merges entries; gives the names that stand in the result, and the conflicts. */
function merge(
  base: Record<string, LockedAsset>,
  ours: Record<string, LockedAsset>,
  theirs: Record<string, LockedAsset>,
) {
  const sides = { base: text(base), ours: text(ours), theirs: text(theirs) };
  const merged = mergeLocks(sides);
  const assets = merged.conflicts.length > 0 ? {} : parseLock('merged', merged.text).assets;
  return { ...merged, assets, names: Object.keys(assets) };
}

/** The second purchase of a recipe, on another machine. */
const again = (entry: LockedAsset): LockedAsset => ({
  ...entry,
  jobs: [{ operation: 'createNormalPicture', uuids: ['other'], points: 4 }],
  variants: [{ uuid: 'other', failed: true }],
});
const A = image('a');
const B = image('b');
const C = image('c');

describe('mergeLocks', () => {
  it('keeps what both sides added, in the order of the lock', () => {
    expect(merge({ b: B }, { a: A, b: B }, { b: B, c: C }).names).toEqual(['a', 'b', 'c']);
    expect(merge({}, { a: A }, { c: C }).text).toBe(text({ a: A, c: C }));
  });

  it('takes what one side changed or removed', () => {
    expect(merge({ a: A, b: B }, { a: A, b: C }, { b: B })).toMatchObject({
      names: ['b'],
      assets: { b: { recipe: C.recipe } },
    });
  });

  it('joins outputs that two sides made of one purchase', () => {
    const png = image('a', { outputs: ['webp', 'png'] });
    const avif = image('a', { outputs: ['webp', 'avif'] });
    const { assets } = merge({ a: A }, { a: png }, { a: avif });
    expect(Object.keys(assets['a']?.outputs ?? {})).toEqual(['a.avif', 'a.png', 'a.webp']);
  });

  it('takes the side that bought more variants of the same recipe', () => {
    const [job] = A.jobs;
    const [variant] = A.variants;
    if (job === undefined || variant === undefined) throw new Error('no purchase');
    const more: LockedAsset = {
      ...A,
      jobs: [job, { ...job, uuids: ['second'] }],
      variants: [variant, { uuid: 'second', failed: true }],
      outputs: {},
    };
    expect(merge({}, { a: A }, { a: more }).assets['a']).toMatchObject({
      jobs: more.jobs,
      outputs: A.outputs,
    });
  });

  it.each<[string, LockedAsset | null, LockedAsset, LockedAsset | null]>([
    ['bought different things', A, B, C],
    ['bought one recipe twice', null, A, again(A)],
    ['changed and removed', A, B, null],
  ])('stops where two sides %s, with both of them marked', (_name, base, ours, theirs) => {
    const at = (entry: LockedAsset | null) => ({ ...(entry && { b: entry }), a: A, c: C });
    const { conflicts, text: merged } = merge(at(base), at(ours), at(theirs));
    expect(conflicts).toEqual(['b']);
    expect(() => parseLock('assets.gen.lock.json', merged)).toThrow(
      'the lock contains a merge conflict',
    );
    const side = (which: 1 | 2): string =>
      merged.replace(/<{7} ours\n([^]*)={7}\n([^]*)>{7} theirs\n/, `$${which}`);
    expect(parseLock('ours', side(1)).assets).toEqual(parseLock('x', text(at(ours))).assets);
    expect(parseLock('theirs', side(2)).assets).toEqual(parseLock('x', text(at(theirs))).assets);
  });

  it('takes an empty side for a lock that was not there', () => {
    const sides = { base: '', ours: text({ a: A }), theirs: text({ b: B }) };
    expect(mergeLocks(sides).text).toBe(text({ a: A, b: B }));
  });
});
