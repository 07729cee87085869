import { mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { OpenProject } from '@assetgen/core';
import { afterEach, beforeEach, expect, it } from 'vitest';
import webpack from 'webpack';
import type { Compiler, Watching } from 'webpack';
import { folderProjects } from '../testing/folder-project.ts';
import { lockingProjects, writeWhole } from '../testing/locking-projects.ts';
import { connectWebpack } from './webpack-plugin.ts';

let root: string;
let watching: Watching | undefined;
beforeEach(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), 'assetgen-webpack-watch-')));
});
afterEach(async () => {
  await new Promise<void>((resolve) => {
    if (watching === undefined) resolve();
    else watching.close(() => resolve());
  });
  await rm(root, { recursive: true, force: true });
});

const state = (): string => join(root, 'assets.gen.json');
const write = (text: string): Promise<void> =>
  writeWhole(state(), JSON.stringify({ 'sky.webp': { text } }));

function watch(open: OpenProject): {
  readonly runs: () => number;
  /** What webpack took for removed when a run began. */
  readonly removed: readonly string[];
} {
  let runs = 0;
  const removed: string[] = [];
  function note(each: Compiler): void {
    each.hooks.watchRun.tap('note', () => void removed.push(...(each.removedFiles ?? [])));
  }
  const compiler = webpack({
    mode: 'development',
    devtool: false,
    target: 'node',
    context: root,
    entry: './main.js',
    infrastructureLogging: { level: 'none' },
    output: { path: join(root, 'dist'), library: { type: 'commonjs2' } },
    plugins: [{ apply: (each: Compiler) => connectWebpack(each, open, {}) }, { apply: note }],
  })!;
  watching = compiler.watch({ aggregateTimeout: 20 }, () => void (runs += 1));
  return { runs: () => runs, removed };
}

it('runs once for one change, and for a lock that someone else wrote', async () => {
  await writeFile(join(root, 'main.js'), `export { default } from '@gen/sky';`);
  await write('one');
  const { runs } = watch(lockingProjects(folderProjects({ runs: 0, closed: false })));
  await expect.poll(runs).toBeGreaterThan(0);
  // Files that are as new as the first run make webpack run once more.
  await delay(1_000);
  const before = runs();
  await write('two');
  await expect.poll(runs).toBe(before + 1);
  await delay(500);
  expect(runs()).toBe(before + 1);
  const lock = join(root, 'assets.gen.lock.json');
  await writeWhole(lock, await readFile(lock, 'utf8'));
  await delay(500);
  expect(runs()).toBe(before + 1);
  await writeWhole(lock, '[]');
  await expect.poll(runs).toBe(before + 2);
  await delay(500);
  expect(runs()).toBe(before + 2);
  await rm(lock);
  await expect.poll(runs).toBe(before + 3);
});

it('does not take a config that is not there for removed, and sees it come', async () => {
  await writeFile(join(root, 'main.js'), `export { default } from '@gen/sky';`);
  await write('one');
  const open = folderProjects({ runs: 0, closed: false });
  const config = join(root, 'assetgen.config.ts');
  // As a project does: what a config may be called is known after the first look for one.
  const { runs, removed } = watch((options) => {
    const project = open(options);
    let watched = [state()];
    return {
      ...project,
      watched: () => watched,
      ensure() {
        watched = [state(), config];
        return project.ensure();
      },
    };
  });
  await expect.poll(runs).toBeGreaterThan(0);
  await delay(1_000);
  expect(removed).toEqual([]);
  const before = runs();
  await writeFile(config, '');
  await expect.poll(runs).toBe(before + 1);
});
