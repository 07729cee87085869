import { mkdir, mkdtemp, readFile, realpath, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import * as esbuild from 'esbuild';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { folderProjects } from '../testing/folder-project.ts';
import { esbuildPlugin } from './esbuild-plugin.ts';

const OPEN = folderProjects({ runs: 0, closed: false });

let root: string;
beforeEach(async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  root = await realpath(await mkdtemp(join(tmpdir(), 'assetgen-own-files-')));
  await writeFile(join(root, 'assets.gen.json'), '{ "hero.webp": { "text": "RIFF" } }');
  await mkdir(join(root, 'pages/deep'), { recursive: true });
  // The import takes the file into a chunk that both entries share.
  const source = `import shared from '@gen/hero.webp';
export const all = [new URL('@gen/hero.webp', import.meta.url), shared];\n`;
  await writeFile(join(root, 'pages/a.js'), source);
  await writeFile(join(root, 'pages/deep/b.ts'), source);
});
afterEach(() => vi.restoreAllMocks());

it.each([{}, { chunkNames: 'chunks/[name]-[hash]' }, { assetNames: 'media/[dir]/[name]' }])(
  'with splitting and %j, `new URL` leads to the file from scripts of every folder',
  async (names) => {
    await esbuild.build({
      absWorkingDir: root,
      entryPoints: ['pages/a.js', 'pages/deep/b.ts'],
      outbase: '.',
      outdir: 'dist',
      bundle: true,
      splitting: true,
      format: 'esm',
      logLevel: 'silent',
      plugins: [esbuildPlugin(OPEN, { root })],
      ...names,
    });
    for (const script of ['pages/a.js', 'pages/deep/b.js']) {
      const { href } = pathToFileURL(join(root, 'dist', script));
      const { all } = (await import(/* @vite-ignore */ href)) as { all: [URL, string] };
      expect(await readFile(all[0], 'utf8')).toBe('RIFF');
    }
  },
);
