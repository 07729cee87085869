import { mkdir, mkdtemp, readdir, realpath, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { rspack } from '@rspack/core';
import * as esbuild from 'esbuild';
import { rolldown } from 'rolldown';
import { rollup } from 'rollup';
import sharp from 'sharp';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { build } from 'vite';
import webpack from 'webpack';
import esbuildPlugin from './esbuild.ts';
import assetgen from './index.ts';
import rolldownPlugin from './rolldown.ts';
import rollupPlugin from './rollup.ts';
import rspackPlugin from './rspack.ts';
import vitePlugin from './vite.ts';
import webpackPlugin from './webpack.ts';

// The entries as users have them: over the real core. The image is a local
// conversion, so that no service is needed.

let root: string;
beforeEach(async () => {
  root = await realpath(await mkdtemp(path.join(tmpdir(), 'assetgen-entries-')));
  vi.stubEnv('CI', '');
  vi.stubEnv('ASSETGEN_CACHE_DIR', path.join(root, 'cache'));
  vi.spyOn(console, 'error').mockReturnValue();
  const image = { create: { width: 32, height: 24, channels: 3, background: '#a33' } } as const;
  await mkdir(path.join(root, 'art'));
  await sharp(image).png().toFile(path.join(root, 'art/logo.png'));
  const manifest = { assets: { logo: { kind: 'image', source: './art/logo.png' } } };
  await writeFile(path.join(root, 'assets.gen.json'), JSON.stringify(manifest));
  await writeFile(path.join(root, 'main.js'), `export { default } from '@gen/logo.webp';\n`);
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

/** The one emitted image, with its facts read by a decoder. */
async function emitted(): Promise<object> {
  const files = await readdir(path.join(root, 'dist'), { recursive: true });
  const images = files.filter((file) => file.endsWith('.webp'));
  expect(images).toHaveLength(1);
  const { format, width, height } = await sharp(path.join(root, 'dist', images[0]!)).metadata();
  return { format, width, height };
}

/** Compilers of webpack and of Rspack. */
interface Compiler {
  run(done: (error: Error | null, stats?: Stats) => void): void;
  close(done: () => void): void;
}

interface Stats {
  hasErrors(): boolean;
  toString(options: { readonly all: false; readonly errors: true }): string;
}

function run(compiler: Compiler): Promise<void> {
  return new Promise((resolve, reject) => {
    compiler.run((error, stats) => {
      compiler.close(() => {
        if (error !== null || stats?.hasErrors() === true) {
          reject(error ?? new Error(stats?.toString({ all: false, errors: true })));
        } else resolve();
      });
    });
  });
}

const LOGO = { format: 'webp', width: 32, height: 24 };

test('Rollup', async () => {
  const bundle = await rollup({
    input: path.join(root, 'main.js'),
    plugins: [rollupPlugin({ root })],
  });
  await bundle.write({ dir: path.join(root, 'dist') });
  await bundle.close();
  expect(await emitted()).toEqual(LOGO);
});

test('Rolldown', async () => {
  const plugins = [rolldownPlugin({ root })];
  const bundle = await rolldown({ input: path.join(root, 'main.js'), plugins, onLog() {} });
  await bundle.write({ dir: path.join(root, 'dist') });
  await bundle.close();
  expect(await emitted()).toEqual(LOGO);
});

test('esbuild', async () => {
  await esbuild.build({
    absWorkingDir: root,
    entryPoints: ['main.js'],
    bundle: true,
    outdir: 'dist',
    logLevel: 'silent',
    plugins: [esbuildPlugin()],
  });
  expect(await emitted()).toEqual(LOGO);
});

test('Rspack', async () => {
  const compiler = rspack({
    context: root,
    mode: 'production',
    entry: './main.js',
    output: { path: path.join(root, 'dist') },
    infrastructureLogging: { level: 'none' },
    plugins: [rspackPlugin()],
  });
  await run(compiler);
  expect(await emitted()).toEqual(LOGO);
});

test('webpack', async () => {
  const compiler = webpack({
    context: root,
    mode: 'production',
    entry: './main.js',
    output: { path: path.join(root, 'dist') },
    infrastructureLogging: { level: 'none' },
    plugins: [webpackPlugin()],
  });
  await run(compiler);
  expect(await emitted()).toEqual(LOGO);
});

test('Vite', async () => {
  await build({
    root,
    configFile: false,
    logLevel: 'silent',
    build: { rollupOptions: { input: path.join(root, 'main.js') } },
    plugins: [vitePlugin()],
  });
  expect(await emitted()).toEqual(LOGO);
});

test('the plugin of all bundlers gives that of each', async () => {
  const { name } = assetgen.esbuild();
  const named = [assetgen.vite(), assetgen.rollup(), assetgen.rolldown()].flat();
  expect([name, ...named.map((plugin) => plugin.name)]).toEqual([
    'assetgen',
    'assetgen',
    'assetgen:new-url',
    'assetgen:nested-css',
    'assetgen:plain-urls',
    'assetgen:pages',
    'assetgen:untouched-images',
    'assetgen:bundled-dev',
    'assetgen',
    'assetgen',
  ]);
  await esbuild.build({
    absWorkingDir: root,
    entryPoints: ['main.js'],
    bundle: true,
    outdir: 'dist',
    logLevel: 'silent',
    plugins: [assetgen.esbuild()],
  });
  expect(await emitted()).toEqual(LOGO);
});

test.each(['webpack', 'rspack'] as const)('and builds by that of %s', async (bundler) => {
  const settings = {
    context: root,
    mode: 'production',
    entry: './main.js',
    output: { path: path.join(root, 'dist') },
    infrastructureLogging: { level: 'none' },
  } as const;
  if (bundler === 'webpack') await run(webpack({ ...settings, plugins: [assetgen.webpack()] }));
  else await run(rspack({ ...settings, plugins: [assetgen.rspack()] }));
  expect(await emitted()).toEqual(LOGO);
});

test('and says so where it has none', () => {
  const { farm } = assetgen as unknown as { farm(): unknown };
  expect(farm).toThrow('assetgen has no plugin for farm');
});
