import { describe, expect, it } from 'vitest';
import { manifestOf } from '../testing/manifests.ts';
import { declarationCode } from './declaration-code.ts';
import { mergeTypes } from './merge-types.ts';

type Assets = Readonly<Record<string, object>>;
const types = (assets: Assets): string =>
  declarationCode(manifestOf({ 'assets.gen.json': JSON.stringify({ assets }) }), '@gen');
const image = (...outputs: unknown[]) => ({
  kind: 'image',
  prompt: 'x',
  ...(outputs.length === 0 ? {} : { outputs }),
});

describe('mergeTypes', () => {
  const base = { b: image(), 'b/c': image() };
  it.each<[string, Assets, Assets, Assets]>([
    [
      'assets that both added, among names that sort around "." and "/"',
      { ...base, a: image(), 'b-1': image() },
      { ...base, 'b.x': image(), 'b/a': image('png', 'avif') },
      { ...base, a: image(), 'b-1': image(), 'b.x': image(), 'b/a': image('png', 'avif') },
    ],
    [
      'an output of an asset that the other side left alone',
      { ...base, b: image('webp', { format: 'avif', width: 640 }, 'avif') },
      { ...base, z: image() },
      { ...base, b: image('webp', { format: 'avif', width: 640 }, 'avif'), z: image() },
    ],
    [
      'an asset that one side dropped, and outputs that the other sorted anew',
      { 'b/c': image() },
      { b: image(), 'b/c': image('png', 'webp') },
      { 'b/c': image('png', 'webp') },
    ],
  ])('%s: as the generator writes them', (_name, ours, theirs, merged) => {
    const sides = { base: types(base), ours: types(ours), theirs: types(theirs) };
    expect(mergeTypes(sides)).toEqual({ text: types(merged), conflicts: [] });
    const swapped = { base: sides.base, ours: sides.theirs, theirs: sides.ours };
    expect(mergeTypes(swapped).text).toBe(types(merged));
  });
});
