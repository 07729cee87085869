import { expect, test } from 'vitest';
import {
  copyAssetPath,
  copyContentPath,
  copyModelPath,
  copyThumbnailPath,
} from './copy-address.ts';

const HEX = 'ab'.repeat(32);

test('an asset has a file of its own, in one folder', () => {
  expect(copyAssetPath('props/lamp.v2')).toBe('data/asset/props~lamp.v2.json');
  const names = ['props/lamp', 'props-lamp', 'props_lamp', 'props/lamp.json'];
  expect(new Set(names.map(copyAssetPath)).size).toBe(names.length);
});

test('bytes have the extension by which a server tells their type, thumbnails their own', () => {
  expect(copyContentPath(`${HEX}.png`)).toBe(`content/${HEX}.png`);
  expect(copyThumbnailPath(`${HEX}.png`)).toBe(`thumbnail/${HEX}.webp`);
});

test('a model is shown as it is, or without KTX2 where the page cannot decode that', () => {
  expect(copyModelPath(`${HEX}.glb`)).toBe(`content/${HEX}.glb`);
  expect(copyModelPath(`${HEX}.ktx2.glb`)).toBe(`model/${HEX}.glb`);
});
