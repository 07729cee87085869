import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { BuildReport } from '@assetgen/core';
import { createProject, runCommand } from '../support/command.ts';
import { startCountedService } from '../support/counted-service.ts';
import { startS3 } from '../support/s3-server.ts';

const MODEL = { kind: 'model', quality: 'standard', faces: 100_000 };

test('too few points for all: what the shared cache has is taken all the same', async () => {
  const shared = await startS3();
  onTestFinished(() => shared.stop());
  // Enough for what the first project buys, and not for six lamps.
  const service = await startCountedService({ points: 100 });
  onTestFinished(() => service.close());
  const env = {
    ...shared.env,
    ASSETGEN_API_URL: service.url,
    ASSETGEN_API_KEY: 'key',
    ASSETGEN_SIGNING_KEY: `ed25519-secret:${randomBytes(32).toString('base64url')}`,
    ASSETGEN_REMOTE_CACHE: shared.url,
  };
  const build = async (root: string) => {
    const cache = { ASSETGEN_CACHE_DIR: mkdtempSync(path.join(tmpdir(), 'cache-')) };
    const ran = await runCommand(root, ['build', '--json'], { ...env, ...cache });
    return { ...ran, report: ran.json<BuildReport>() };
  };
  const shelf = { ...MODEL, prompt: 'a shelf' };
  const mug = { kind: 'image', prompt: 'a mug', outputs: ['png'] };
  const stool = { ...MODEL, prompt: 'a stool', outputs: [{ format: 'usdz', size: 120 }] };
  const root = await createProject({ assets: { shelf, mug, stool } });
  const first = await build(root);
  expect(first.report.errors).toEqual([]);
  expect(first.report).toMatchObject({ generated: 3, converted: 1 });
  service.reset();

  const lamps = Object.fromEntries(
    [1, 2, 3, 4, 5, 6].map((each) => [`lamp${each}`, { ...MODEL, prompt: `lamp ${each}` }]),
  );
  const other = await createProject({ assets: { shelf, mug, stool, ...lamps } });
  // The lock of another branch: it knows what a model costs, and nothing of mug and stool.
  const lock = JSON.parse(readFileSync(path.join(root, 'assets.gen.lock.json'), 'utf8'));
  lock.assets = { shelf: lock.assets.shelf };
  writeFileSync(path.join(other, 'assets.gen.lock.json'), JSON.stringify(lock));
  const again = await build(other);
  expect(again.code).toBe(4);
  const failed = again.report.errors.map(({ asset, code }) => `${asset} ${code}`).sort();
  expect(failed).toEqual(Object.keys(lamps).map((name) => `${name} ASSETGEN_POINTS`));
  expect(again.report).toMatchObject({ cached: 3, generated: 0, converted: 0, points: 0 });
  expect(service.creates()).toBe(0);
});
