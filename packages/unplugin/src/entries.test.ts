import { mkdir, mkdtemp, readdir, realpath, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { rspack } from '@rspack/core';
import * as esbuild from 'esbuild';
import { rolldown } from 'rolldown';
import { rollup } from 'rollup';
import sharp from 'sharp';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import esbuildPlugin from './esbuild.ts';
import rolldownPlugin from './rolldown.ts';
import rollupPlugin from './rollup.ts';
import rspackPlugin from './rspack.ts';

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
  await new Promise<void>((resolve, reject) => {
    compiler.run((error, stats) => {
      compiler.close(() => {
        if (error !== null || stats?.hasErrors() === true) {
          reject(error ?? new Error(stats?.toString({ all: false, errors: true })));
        } else resolve();
      });
    });
  });
  expect(await emitted()).toEqual(LOGO);
});
