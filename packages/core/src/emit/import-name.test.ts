import { expect, it } from 'vitest';
import { importName } from './import-name.ts';

it.each([
  ['hero', 'hero'],
  ['props/red-lamp.v2', 'redLampV2'],
  ['3d', 'asset3d'],
  ['props/delete', 'deleteAsset'],
  ['class', 'classAsset'],
  ['await', 'awaitAsset'],
  ['_', 'asset'],
])('of %s is %s', (asset, name) => {
  expect(importName(asset)).toBe(name);
});
