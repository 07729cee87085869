import type { Asset } from '@assetgen/core';
import { expect, it } from 'vitest';
import { importsOf } from './describe.ts';

it('names imports as a person would', () => {
  const asset = {
    kind: 'model',
    name: 'props/red-dragon.v2',
    outputs: [{ name: 'props/red-dragon.v2.lod1.glb', member: 0 }],
  } as unknown as Asset;
  expect(importsOf(asset, '@gen')).toEqual([
    ['The whole asset', "import redDragonV2 from '@gen/props/red-dragon.v2';"],
    [
      'props/red-dragon.v2.lod1.glb',
      "import redDragonV2Url from '@gen/props/red-dragon.v2.lod1.glb';",
    ],
  ]);
});

it('names each figure of a batch, and what begins with a digit', () => {
  const asset = {
    kind: 'chibi',
    name: '2024/team',
    outputs: [
      { name: '2024/team/ann.glb', member: 0 },
      { name: '2024/team/3bob.glb', member: 1 },
    ],
  } as unknown as Asset;
  expect(importsOf(asset, '#art').map(([, line]) => line)).toEqual([
    "import team from '#art/2024/team';",
    "import annUrl from '#art/2024/team/ann.glb';",
    "import asset3bobUrl from '#art/2024/team/3bob.glb';",
  ]);
});

it('names no two lines of one asset the same', () => {
  const names = (...outputs: string[]): string[] => {
    const asset = {
      kind: 'image',
      name: 'art/hero',
      outputs: outputs.map((name) => ({ name, member: 0 })),
    };
    const lines = importsOf(asset as unknown as Asset, '@gen').map(([, line]) => line);
    return lines.map((line) => /^import (\w+) from/.exec(line)?.[1] ?? line);
  };
  expect(names('art/hero.640w.webp')).toEqual(['hero', 'heroUrl']);
  expect(names('art/hero.320w.webp', 'art/hero.640w.webp')).toEqual([
    'hero',
    'hero320wUrl',
    'hero640wUrl',
  ]);
  expect(names('art/hero.avif', 'art/hero.webp')).toEqual(['hero', 'heroAvifUrl', 'heroWebpUrl']);
});
