import { mkdirSync, mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import type { LockedAsset } from '../../lock/lock.ts';
import type { Asset } from '../../manifest/manifest.ts';
import { readPurchases, rememberPurchases } from './purchase-log.ts';

let root: string;
let file: string;
beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'purchases-'));
  mkdirSync(path.join(root, '.assetgen'));
  file = path.join(root, '.assetgen/purchases.ndjson');
});

const JOB = { operation: 'createNormalPicture', uuids: ['u-1'], points: 4 };
const asset = {
  name: 'hill',
  kind: 'image',
  revision: 0,
  source: { prompt: 'a hill' },
  position: { file: 'assets.gen.json', line: 1, column: 1 },
} as unknown as Asset;

/** Remembers a purchase with this recipe. */
const remember = (recipe: string): Promise<void> => {
  const entry = { recipe, jobs: [JOB], variants: [] } as unknown as LockedAsset;
  return rememberPurchases(
    root,
    [asset],
    () => undefined,
    () => entry,
    0,
  );
};
const recipes = async (): Promise<readonly string[]> =>
  ((await readPurchases(root)).get('hill') ?? []).map(({ recipe }) => recipe);

it('is read behind a line that a crash tore', async () => {
  await remember('a');
  writeFileSync(file, `${readFileSync(file, 'utf8')}{"asset":"hi`);
  await remember('b');
  expect(await recipes()).toEqual(['b', 'a']);
});

it('stays small enough to be read: the older half goes', async () => {
  const filler = `${JSON.stringify({ asset: 'other', padding: 'x'.repeat(1_000) })}\n`;
  writeFileSync(file, filler.repeat(9_000));
  await remember('a');
  expect(statSync(file).size).toBeLessThan(5_000_000);
  expect(await recipes()).toEqual(['a']);
});
