import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { makeApp, REPOSITORY } from '../support/app.ts';
import { runCommand } from '../support/command.ts';
import { cleanEnv } from '../support/env.ts';
import { startPaidService } from '../support/paid-service.ts';
import type { PaidService } from '../support/paid-service.ts';

const VITE = path.join(REPOSITORY, 'node_modules/vite/bin/vite.js');
const APP = {
  'assets.gen.json': JSON.stringify({
    assets: {
      hero: { kind: 'image', prompt: 'a hero', outputs: ['png'] },
    },
  }),
  'vite.config.mjs': `import assetgen from '@assetgen/vite-plugin';
    export default { plugins: [assetgen({ mode: 'generate' })],
      build: { rollupOptions: { input: 'main.js' } } };`,
  'webpack.config.mjs': `import assetgen from '@assetgen/webpack-plugin';
    export default { mode: 'production', entry: './main.js', plugins: [assetgen({ mode: 'generate' })] };`,
  'build.mjs': `import webpack from 'webpack';
    import config from './webpack.config.mjs';
    webpack({ ...config, context: import.meta.dirname }, (error, stats) => {
      console.error(error ?? stats.toString()); process.exitCode = 1; });`,
  'main.js': `import hero from '@gen/hero.png'; console.log(hero);`,
};

let service: PaidService | undefined;
afterEach(() => service?.close());

test.each([
  ['vite', [VITE, 'build'], 'SIGINT'],
  ['vite', [VITE, 'build'], 'SIGHUP'],
  ['webpack', ['build.mjs'], 'SIGINT'],
] as const)('%s %j: a create in flight outlives %s', async (_name, args, signal) => {
  let arrived = false;
  let answer = (): void => undefined;
  const held = new Promise<'answer'>((resolve) => (answer = () => resolve('answer')));
  service = await startPaidService({
    onRequest(operation) {
      if (operation !== 'createNormalPicture') return 'answer';
      arrived = true;
      return held;
    },
  });
  const root = await makeApp(APP);
  const env = {
    ASSETGEN_API_URL: service.url,
    ASSETGEN_API_KEY: 'a-key',
    ASSETGEN_CACHE_DIR: mkdtempSync(path.join(tmpdir(), 'cache-')),
  };
  const child = spawn(process.execPath, args, { cwd: root, env: cleanEnv(env) });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  }
  const closed = once(child, 'close') as Promise<[number | null, NodeJS.Signals | null]>;
  await expect.poll(() => arrived || output).toBe(true);
  child.kill(signal);
  await expect
    .poll(() => output, { timeout: 60_000 })
    .toContain('waiting for the answer to a submission (hero), 130 s at most');
  expect(child.exitCode).toBeNull();
  answer();
  expect(await closed).toEqual([null, signal]);
  expect(await runCommand(root, ['build', '--json'], env)).toMatchObject({ code: 0 });
  expect([...service.accepted.values()]).toEqual([1]);
});
