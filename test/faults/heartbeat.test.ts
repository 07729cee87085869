import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { makeApp, REPOSITORY } from '../support/app.ts';
import { createProject, runCommand } from '../support/command.ts';
import { cleanEnv } from '../support/env.ts';
import { startPaidService } from '../support/paid-service.ts';
import type { PaidService } from '../support/paid-service.ts';
import { runNode } from '../support/run-node.ts';

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

test.each([
  ['Vite', [path.join(REPOSITORY, 'node_modules/vite/bin/vite.js'), 'build']],
  ['webpack', ['build.mjs']],
] as const)('so does the log of %s', async (_bundler, args) => {
  service = await startPaidService({ jobMs: 13_000 });
  const cwd = await makeApp({
    'assets.gen.json': JSON.stringify(HERO),
    'vite.config.mjs': `import assetgen from '@assetgen/vite-plugin';
      export default { plugins: [assetgen({ mode: 'generate' })],
        build: { rollupOptions: { input: 'main.js' } } };`,
    'build.mjs': `import assetgen from '@assetgen/webpack-plugin';
      import webpack from 'webpack';
      webpack({ mode: 'production', entry: './main.js', context: import.meta.dirname,
        plugins: [assetgen({ mode: 'generate' })] }, (error, stats) => {
        if (error !== null || stats.hasErrors()) throw error ?? new Error(stats.toString()); });`,
    'main.js': `import hero from '@gen/hero.png'; console.log(hero);`,
  });
  const { code, stdout, stderr } = await runNode(args, { cwd, env: cleanEnv(envOf(service)) });
  expect({ code, stderr }).toMatchObject({ code: 0 });
  expect(stdout + stderr).toMatch(/still waiting: hero: its job, \S+ for 0:\d\d$/m);
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
    {
      code: 'ASSETGEN_DISK',
      asset: 'hero',
      message: expect.stringContaining('.lock: the path is not a file'),
    },
  ]);
  expect(refused.code).toBe(1);
  mkdirSync(path.join(root, 'assets.gen.lock.json'));
  const locked = await runCommand(root, ['build', '--json'], env);
  expect(locked.json<{ errors: unknown[] }>().errors).toMatchObject([{ code: 'ASSETGEN_LOCK' }]);
  expect([...service.accepted.values()]).toEqual([1]);
});
