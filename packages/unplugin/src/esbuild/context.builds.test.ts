import { mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { OpenProject } from '@assetgen/core';
import * as esbuild from 'esbuild';
import type { BuildContext, Plugin } from 'esbuild';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { folderProjects } from '../testing/folder-project.ts';
import { esbuildPlugin } from './esbuild-plugin.ts';

const OPEN = folderProjects({ runs: 0, closed: false });
/** Larger than the least size of a large file, below. */
const TEXT = 'RIFF'.repeat(100);

let root: string;
let context: BuildContext;
beforeEach(async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  root = await realpath(await mkdtemp(join(tmpdir(), 'assetgen-context-')));
  await writeFile(join(root, 'assets.gen.json'), JSON.stringify({ 'hero.webp': { text: TEXT } }));
  await writeFile(join(root, 'main.js'), `export { default } from '@gen/hero.webp';`);
});
afterEach(async () => {
  await context.dispose();
  vi.restoreAllMocks();
  await rm(root, { recursive: true, force: true });
});

async function open(...before: Plugin[]): Promise<BuildContext> {
  context = await esbuild.context({
    absWorkingDir: root,
    entryPoints: ['main.js'],
    outdir: 'dist',
    bundle: true,
    format: 'esm',
    assetNames: '[name]',
    logLevel: 'silent',
    plugins: [...before, esbuildPlugin(OPEN, { root, largeFileBytes: 100 })],
  });
  return context;
}

it.each([[], [{ name: 'slow', setup: () => Promise.resolve() }]])(
  'a server of esbuild, which answers from memory, has the whole of a large file',
  async (...before) => {
    const { port } = await (await open(...before)).serve({ host: '127.0.0.1', port: 0 });
    const answer = await fetch(`http://127.0.0.1:${port}/hero.webp`);
    expect(await answer.text()).toBe(TEXT);
  },
);

it('a wrong name is one error, without a warning about what is watched', async () => {
  await writeFile(join(root, 'main.js'), `export { default } from '@gen/herro.webp';`);
  const failed = (await open()).rebuild();
  await expect(failed).rejects.toMatchObject({ errors: [{}], warnings: [] });
});

it('reads a manifest again that was saved while its assets were made', async () => {
  const manifest = join(root, 'assets.gen.json');
  let runs = 0;
  const saved: OpenProject = (given) => {
    const project = OPEN(given);
    return {
      ...project,
      async ensure() {
        const result = await project.ensure();
        runs += 1;
        if (runs === 1) await writeFile(manifest, '{ "hero.webp": { "text": "saved later" } }');
        return result;
      },
    };
  };
  context = await esbuild.context({
    absWorkingDir: root,
    entryPoints: ['main.js'],
    outdir: 'dist',
    bundle: true,
    assetNames: '[name]',
    logLevel: 'silent',
    plugins: [esbuildPlugin(saved, { root })],
  });
  await context.rebuild();
  expect(await readFile(join(root, 'dist/hero.webp'), 'utf8')).toBe('saved later');
  expect(runs).toBe(2);
});
