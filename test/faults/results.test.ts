import { mkdtempSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { createProject, runCommand } from '../support/command.ts';
import { startPaidService } from '../support/paid-service.ts';
import type { PaidService, PaidServiceOptions } from '../support/paid-service.ts';

const HERO = { assets: { hero: { kind: 'image', prompt: 'a mill', outputs: ['png'] } } };

const open: PaidService[] = [];
afterEach(async () => {
  for (const service of open.splice(0)) await service.close();
});

async function start(options: PaidServiceOptions = {}): Promise<PaidService> {
  const service = await startPaidService(options);
  open.push(service);
  return service;
}

const environment = ({ url }: PaidService, cache = newCache()): Record<string, string> => ({
  ASSETGEN_API_URL: url,
  ASSETGEN_API_KEY: 'secret-key',
  ASSETGEN_CACHE_DIR: cache,
});
const newCache = (): string => mkdtempSync(path.join(tmpdir(), 'cache-'));

test('polls and downloads that break off are tried again; one create', async () => {
  const seen = new Map<string, number>();
  const paid = await start({
    onRequest(operation) {
      const count = (seen.get(operation) ?? 0) + 1;
      seen.set(operation, count);
      const breaks = operation === 'queryGenerationResult' || operation === 'file';
      return breaks && count <= 2 ? 'cut-after' : 'answer';
    },
  });
  const root = await createProject(HERO);
  const result = await runCommand(root, ['build', '--json'], environment(paid));
  expect(result).toMatchObject({ code: 0 });
  expect([...paid.accepted.values()]).toEqual([1]);
  expect(await readdir(path.join(root, '.assetgen/files'))).toEqual(['hero.png']);
});

test('a result that cannot be fetched today is fetched tomorrow, for nothing', async () => {
  let broken = true;
  const paid = await start({
    onRequest: (operation) => (operation === 'file' && broken ? 'cut-before' : 'answer'),
  });
  const root = await createProject(HERO);
  const env = environment(paid);
  const today = await runCommand(root, ['build'], env);
  expect(today.code).toBe(1);
  expect(today.stderr).toContain('ASSETGEN_DOWNLOAD');
  broken = false;
  expect(await runCommand(root, ['build'], env)).toMatchObject({ code: 0 });
  expect([...paid.accepted.values()]).toEqual([1]);
});

test('frozen with an empty cache, and the service no longer knows the UUID: exit 3, nothing paid', async () => {
  const before = await start();
  const root = await createProject(HERO);
  expect(await runCommand(root, ['build'], environment(before))).toMatchObject({ code: 0 });
  await rm(path.join(root, '.assetgen'), { recursive: true });
  const after = await start();
  const frozen = await runCommand(root, ['build', '--frozen'], environment(after));
  expect(frozen.code).toBe(3);
  expect(frozen.stderr).toContain('hero');
  expect(after.accepted.size).toBe(0);
});
