import { readFileSync } from 'node:fs';
import { mkdtemp, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { REPOSITORY } from '../support/app.ts';
import { cleanEnv } from '../support/env.ts';
import { runNode } from '../support/run-node.ts';

// How tools read a config that imports a plugin: Docusaurus by jiti 1, which makes CommonJS of all modules, others
// by `require`.

const PACKAGES = ['unplugin', 'webpack-plugin', 'vite-plugin'];
const ENTRIES = PACKAGES.flatMap((name) => {
  const file = path.join(REPOSITORY, 'packages', name, 'package.json');
  const { exports } = JSON.parse(readFileSync(file, 'utf8')) as { exports: object };
  const entries = Object.keys(exports).filter((entry) => entry !== './package.json');
  return entries.map((entry) => path.posix.join(`@assetgen/${name}`, entry));
});

test.each(['require', 'jiti 1'])('each entry loads by %s', async (loader) => {
  const root = await mkdtemp(path.join(os.tmpdir(), 'config-loaders-'));
  const program = `
    const { createRequire } = require('node:module');
    const own = createRequire(${JSON.stringify(path.join(REPOSITORY, 'packages/unplugin/package.json'))});
    const load = ${loader === 'require'}
      ? own
      : own('jiti-1')(__filename, { cache: false, interopDefault: true });
    const plugin = (entry) => {
      const loaded = load(${loader === 'require'} ? entry : own.resolve(entry));
      return loaded.default ?? loaded;
    };
    const names = ${JSON.stringify(ENTRIES)};
    console.log(JSON.stringify(names.map((name) => [name, typeof plugin(name)])));`;
  await writeFile(path.join(root, 'load.cjs'), program);
  const ran = await runNode([path.join(root, 'load.cjs')], { cwd: root, env: cleanEnv({}) });
  expect(ran.code, ran.stderr).toBe(0);
  expect(ENTRIES.length).toBeGreaterThan(8);
  expect(JSON.parse(ran.stdout)).toEqual(
    ENTRIES.map((name) => [name, name === '@assetgen/unplugin' ? 'object' : 'function']),
  );
});

test('webpack builds with a plugin that a config has by jiti 1', async () => {
  const root = await mkdtemp(path.join(os.tmpdir(), 'config-loaders-'));
  const image = { kind: 'image', prompt: 'dawn', outputs: [{ format: 'webp', width: 32 }] };
  await writeFile(path.join(root, 'assets.gen.json'), JSON.stringify({ assets: { hero: image } }));
  await writeFile(path.join(root, 'assetgen.config.json'), '{ "service": "local" }');
  const main = `import hero from '@gen/hero';\nconsole.log(hero);\n`;
  await writeFile(path.join(root, 'main.js'), main);
  const program = `
    const { createRequire } = require('node:module');
    const own = createRequire(${JSON.stringify(path.join(REPOSITORY, 'packages/unplugin/package.json'))});
    const load = own('jiti-1')(__filename, { cache: false, interopDefault: true });
    const assetgen = load(own.resolve('@assetgen/webpack-plugin'));
    const compiler = own('webpack')({
      context: __dirname, entry: './main.js', mode: 'production', plugins: [assetgen.default()],
    });
    compiler.run((error, stats) => {
      if (error) throw error;
      const { errors, assets } = stats.toJson({ all: false, errors: true, assets: true });
      console.log('\\n' + JSON.stringify({ errors, names: assets.map(({ name }) => name) }));
    });`;
  await writeFile(path.join(root, 'build.cjs'), program);
  const env = cleanEnv({ ASSETGEN_CACHE_DIR: path.join(root, 'cache') });
  const ran = await runNode([path.join(root, 'build.cjs')], { cwd: root, env });
  expect(ran.code, ran.stderr).toBe(0);
  const told = JSON.parse(ran.stdout.trim().split('\n').at(-1) ?? '') as { names: string[] };
  expect(told).toMatchObject({ errors: [] });
  expect(told.names.filter((name) => name.endsWith('.webp'))).toHaveLength(1);
});
