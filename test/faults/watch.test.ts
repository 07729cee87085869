import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { makeApp } from '../support/app.ts';
import { cleanEnv } from '../support/env.ts';
import { startPaidService } from '../support/paid-service.ts';
import type { PaidService } from '../support/paid-service.ts';

/** Nothing of it says what the plugin is to do with a service that takes money. */
const APP = {
  'package.json': '{ "type": "module", "private": true }',
  'assets.gen.json': JSON.stringify({
    assets: { hero: { kind: 'image', prompt: 'a hero', outputs: ['png'] } },
  }),
  'main.js': `import hero from '@gen/hero.png'; console.log(hero);`,
  'vite.config.mjs': `import assetgen from '@assetgen/vite-plugin';
    export default { plugins: [assetgen()], build: { rollupOptions: { input: 'main.js' } } };`,
  'webpack.config.mjs': `import assetgen from '@assetgen/webpack-plugin';
    export default { mode: 'production', entry: './main.js', plugins: [assetgen()] };`,
  'rspack.config.mjs': `import assetgen from '@assetgen/unplugin/rspack';
    export default { mode: 'production', entry: './main.js', plugins: [assetgen()] };`,
  // As Storybook, Next, Nuxt and Rsbuild start their compilers: no command of the bundler's is involved.
  'middleware.mjs': `import webpack from 'webpack';
    import middleware from 'webpack-dev-middleware';
    import config from './webpack.config.mjs';
    const compiler = webpack({ ...config, mode: 'development', context: import.meta.dirname });
    const { waitUntilValid } = middleware(compiler, { publicPath: '/' });
    waitUntilValid(() => console.log('served from memory'));`,
};

/** Programs that stay, and what each says or writes when its first run is done. */
const WATCHES: Readonly<Record<string, readonly string[]>> = {
  'vite build --watch': ['node_modules/vite/bin/vite.js', 'build', '--watch'],
  'webpack --watch': ['node_modules/webpack-cli/bin/cli.js', '--watch'],
  'rspack build --watch': ['node_modules/@rspack/cli/bin/rspack.js', 'build', '--watch'],
  'webpack-dev-middleware': ['middleware.mjs'],
};

let service: PaidService | undefined;
let child: ChildProcess | undefined;
afterEach(async () => {
  if (child !== undefined && child.exitCode === null) {
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
  await service?.close();
});

/** Starts a program with a service and a key, and gives what it has said. */
function start(args: readonly string[], root: string, mode?: string): () => string {
  const env = cleanEnv({
    ASSETGEN_API_URL: service?.url,
    ASSETGEN_API_KEY: 'a-key',
    ...(mode === undefined ? {} : { ASSETGEN_MODE: mode }),
  });
  const started = spawn(process.execPath, args, { cwd: root, env });
  child = started;
  let said = '';
  for (const stream of [started.stdout, started.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (said += text));
  }
  return () => said;
}

test.each(Object.entries(WATCHES))('%s buys nothing', async (name, args) => {
  service = await startPaidService();
  const root = await makeApp(APP);
  const said = start(args, root);
  const isServed = name === 'webpack-dev-middleware';
  // Nobody ships what is served from memory; what is written to the disk somebody might.
  const done = isServed ? /served from memory/ : /DRAFTS were used for hero\. Do not ship/;
  await expect.poll(said).toMatch(done);
  expect(said().includes('DRAFTS')).toBe(!isServed);
  expect([...service.counts]).toEqual([]);
});

test('a watch in mode generate buys once, behind the first run, and takes it in', async () => {
  service = await startPaidService();
  const root = await makeApp(APP);
  start(WATCHES['webpack --watch']!, root, 'generate');
  const digests = async (): Promise<readonly string[]> => {
    const names = await readdir(path.join(root, 'dist')).catch(() => []);
    const pictures = names.filter((each) => each.endsWith('.png'));
    const bytes = await Promise.all(
      pictures.map((each) => readFile(path.join(root, 'dist', each))),
    );
    return bytes.map((each) => createHash('sha256').update(each).digest('hex'));
  };
  const lock = path.join(root, 'assets.gen.lock.json');
  await expect.poll(() => readFile(lock, 'utf8').catch(() => '')).toContain('"hero"');
  const { assets } = JSON.parse(await readFile(lock, 'utf8'));
  const [{ digest }] = Object.values(assets.hero.outputs) as [{ digest: string }];
  await expect.poll(digests).toContain(digest.replace('sha256-', ''));
  expect([...service.accepted]).toEqual([['a hero', 1]]);
});
