import { join, resolve } from 'node:path';
import * as esbuild from 'esbuild';
import type { BuildOptions, Plugin } from 'esbuild';
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { expect, it } from 'vitest';
import { onlyScript } from './only-script.ts';

const ours: Plugin = { name: 'ours', setup: () => undefined };
const only = (options: BuildOptions) =>
  onlyScript({ bundle: true, plugins: [ours], ...options }, '/app');

it.each<[string, BuildOptions]>([
  ['main.js', { outdir: 'dist' }],
  ['./src/main.ts', { outdir: './dist' }],
  ['src/deep/a.b.tsx', { outdir: 'dist', sourcemap: true, minify: true }],
  ['src/main.mjs', { outdir: 'dist/deep' }],
  ['src/other.cts', { outdir: 'dist', format: 'esm' }],
  ['main.jsx', { outfile: 'dist/out.mjs' }],
])('is where esbuild writes %s (%o)', async (entry, options) => {
  const absWorkingDir = await mkdtemp(join(tmpdir(), 'only-script-'));
  await mkdir(join(absWorkingDir, 'src/deep'), { recursive: true });
  await writeFile(join(absWorkingDir, entry), 'console.log(1);');
  const config: BuildOptions = { ...options, absWorkingDir, entryPoints: [entry] };
  const { metafile } = await esbuild.build({
    ...config,
    bundle: true,
    metafile: true,
    logLevel: 'silent',
  });
  const scripts = Object.keys(metafile?.outputs ?? {}).filter((name) => !name.endsWith('.map'));
  expect(scripts.map((name) => resolve(absWorkingDir, name))).toEqual([
    onlyScript({ ...config, plugins: [ours] }, absWorkingDir),
  ]);
});

it.each<[BuildOptions]>([
  [{ entryPoints: ['a.js', 'b.js'], outdir: 'dist' }],
  [{ entryPoints: { a: 'a.js' }, outdir: 'dist' }],
  [{ entryPoints: [{ in: 'a.js', out: 'a' }], outdir: 'dist' }],
  [{ entryPoints: ['a.css'], outdir: 'dist' }],
  [{ entryPoints: ['a'], outdir: 'dist' }],
  [{ entryPoints: ['a.js'], splitting: true, outdir: 'dist' }],
  [{ entryPoints: ['a.js'], plugins: [ours, ours], outdir: 'dist' }],
  [{ entryPoints: ['a.js'], entryNames: '[name]-[hash]', outdir: 'dist' }],
  [{ entryPoints: ['a.js'], outbase: '.', outdir: 'dist' }],
  [{ entryPoints: ['a.js'], outExtension: { '.js': '.mjs' }, outdir: 'dist' }],
  [{ entryPoints: ['a.js'], loader: { '.worker.js': 'file' }, outdir: 'dist' }],
  [{ entryPoints: ['a.js'], outdir: 'dist', assetNames: '../media/[name]' }],
  [{ entryPoints: ['src/a.js'], outdir: './' }],
  [{ entryPoints: ['src/a.js'], outfile: 'out.js' }],
  [{ entryPoints: ['src/a.js'], outfile: '../out.js' }],
  [{ entryPoints: ['a.js'] }],
  [{ entryPoints: ['a.js'], outfile: 'out' }],
  [{ entryPoints: [], stdin: { contents: '' }, outdir: 'dist' }],
])('cannot be told of %o', (options) => {
  expect(only(options)).toBeNull();
});
