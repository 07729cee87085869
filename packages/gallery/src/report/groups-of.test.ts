import type { LockedAsset, OutputMeta } from '@assetgen/core';
import { expect, it } from 'vitest';
import { groupsOf } from './groups-of.ts';

const locked = (outputs: Readonly<Record<string, readonly [number, OutputMeta]>>): LockedAsset =>
  ({
    outputs: Object.fromEntries(
      Object.entries(outputs).map(([name, [bytes, meta]]) => [name, { bytes, meta }]),
    ),
  }) as unknown as LockedAsset;

it('sums what files weigh by the folder of their names, levels of detail and pictures too', () => {
  const assets = {
    hero: locked({ 'hero.glb': [900, { gpuBytes: 5000, drawCalls: 3 }] }),
    'props/lamp': locked({
      'props/lamp.lod0.glb': [100, { gpuBytes: 700, drawCalls: 2 }],
      'props/lamp.lod1.glb': [50, { gpuBytes: 300, drawCalls: 1 }],
      'props/lamp.thumbnail.webp': [10, { width: 64 }],
    }),
    'props/well': locked({ 'props/well.glb': [1, { gpuBytes: 2, drawCalls: 4 }] }),
    gone: locked({ 'gone.glb': [7, {}] }),
  };
  expect(groupsOf(['hero', 'props/lamp', 'props/well', 'props/new'], assets)).toEqual([
    { name: '', assets: 1, bytes: 900, gpuBytes: 5000, drawCalls: 3 },
    { name: 'props', assets: 2, bytes: 161, gpuBytes: 1002, drawCalls: 7 },
  ]);
});
