import { appendFileSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { openPurchases } from './known-purchases.ts';

const line = (asset: string, recipe: string): string =>
  `${JSON.stringify({ asset, at: '', recipe, revision: 0, prompt: null, entry: null, jobs: [], variants: [] })}\n`;

test('the record is read once, and again when something was bought', async () => {
  const root = mkdtempSync(path.join(tmpdir(), 'purchases-'));
  mkdirSync(path.join(root, '.assetgen'));
  const purchases = openPurchases(root);
  expect((await purchases()).size).toBe(0);
  const file = path.join(root, '.assetgen/purchases.ndjson');
  writeFileSync(file, line('hill', 'a'));
  const first = await purchases();
  expect(first.get('hill')?.map(({ recipe }) => recipe)).toEqual(['a']);
  expect(await purchases()).toBe(first);
  appendFileSync(file, line('hill', 'b'));
  expect((await purchases()).get('hill')?.map(({ recipe }) => recipe)).toEqual(['b', 'a']);
});
