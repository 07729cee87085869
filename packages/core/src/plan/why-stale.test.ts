import { describe, expect, it } from 'vitest';
import type { Asset, Output } from '../manifest/manifest.ts';
import type { LockedAsset, LockedOutput } from '../lock/lock.ts';
import { lockedOf } from '../testing/locks.ts';
import { assetOf } from '../testing/manifests.ts';
import { fingerprint } from './canonical-json.ts';
import { STEP_VERSIONS } from './output-fingerprint.ts';
import { sourceOf } from './wanted-fingerprint.ts';
import { whyStale } from './why-stale.ts';

/** What another version of assetgen, whose step is `by` ahead, would have locked. */
function madeBy(asset: Asset, output: Output, locked: LockedAsset, by: number, change = {}) {
  const { type, ...options } = output.step;
  const version = STEP_VERSIONS[type].replace(/^\d+/, (now) => String(Number(now) + by));
  const source = sourceOf(asset, output, locked)?.digest;
  return fingerprint({ options: { ...options, ...change }, source, step: type, version });
}

describe.each([
  { kind: 'image', prompt: 'a hero', outputs: ['webp'] },
  { kind: 'model', prompt: 'a hero', outputs: ['glb'] },
  { kind: 'video', prompt: 'a hero', outputs: ['webm'] },
])('an output of $kind', (entry) => {
  const asset = assetOf(entry);
  const locked = lockedOf(asset);
  const [output] = asset.outputs as [Output];
  const told = (by: number, change = {}): string => {
    const known = locked.outputs[output.name] as LockedOutput;
    const made = { ...known, fingerprint: madeBy(asset, output, locked, by, change) };
    return whyStale(asset, output, locked, made).reason;
  };

  it.each([
    [-1, 'is from an earlier version of assetgen'],
    [1, 'is from a later version of assetgen'],
    [5, 'is from a later version of assetgen'],
  ])('of a version %i ahead: %s', (by, words) => {
    expect(told(by)).toBe(`${output.name} ${words}`);
  });

  it.each([0, -1, 1])('with other options, of a version %i ahead: changed', (by) => {
    expect(told(by, { other: true })).toBe(`${output.name} changed`);
  });
});
