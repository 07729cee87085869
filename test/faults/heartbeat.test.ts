import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { createProject, runCommand } from '../support/command.ts';
import { startPaidService } from '../support/paid-service.ts';
import type { PaidService } from '../support/paid-service.ts';

const HERO = { assets: { hero: { kind: 'image', prompt: 'a mill', outputs: ['png'] } } };

let service: PaidService | undefined;
afterEach(() => service?.close());

const envOf = ({ url }: PaidService) => ({
  ASSETGEN_API_URL: url,
  ASSETGEN_API_KEY: 'a-key',
  ASSETGEN_CACHE_DIR: mkdtempSync(path.join(tmpdir(), 'cache-')),
});

test('a log says what is waited for, and since when: a job, and the answer to a create', async () => {
  service = await startPaidService({
    jobMs: 13_000,
    onRequest: (operation) =>
      operation === 'createNormalPicture'
        ? new Promise((resolve) => setTimeout(resolve, 12_000, 'answer'))
        : 'answer',
  });
  const root = await createProject(HERO);
  const built = await runCommand(root, ['build'], envOf(service));
  expect(built).toMatchObject({ code: 0 });
  expect(built.stderr).toMatch(/^still waiting: hero: the answer to its create for 0:\d\d$/m);
  expect(built.stderr).toMatch(/^still waiting: hero: its job, \S+ for 0:\d\d$/m);
});

test('a folder in place of a lock is one error with a code, and costs nothing', async () => {
  service = await startPaidService();
  const root = await createProject(HERO);
  const env = envOf(service);
  const known = await runCommand(root, ['build', '--json'], env);
  expect(known).toMatchObject({ code: 0 });
  const journal = path.join(root, '.assetgen/journal');
  const name = readdirSync(journal).find((each) => each.endsWith('.jsonl')) ?? '';
  const locks = path.join(env.ASSETGEN_CACHE_DIR, 'v1/locks');
  for (const folder of [journal, locks]) rmSync(path.join(folder, name));
  for (const file of ['assets.gen.lock.json', '.assetgen']) {
    rmSync(path.join(root, file), { recursive: true });
  }
  rmSync(path.join(env.ASSETGEN_CACHE_DIR, 'v1/index'), { recursive: true });
  mkdirSync(path.join(locks, name.replace('.jsonl', '.lock')));
  const refused = await runCommand(root, ['build', '--json'], env);
  expect(refused.json<{ errors: unknown[] }>().errors).toMatchObject([
    { code: 'ASSETGEN_DISK', asset: 'hero', message: expect.stringContaining('.lock: something') },
  ]);
  expect(refused.code).toBe(1);
  mkdirSync(path.join(root, 'assets.gen.lock.json'));
  const locked = await runCommand(root, ['build', '--json'], env);
  expect(locked.json<{ errors: unknown[] }>().errors).toMatchObject([{ code: 'ASSETGEN_LOCK' }]);
  expect([...service.accepted.values()]).toEqual([1]);
});
