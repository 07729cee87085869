import { existsSync, rmSync } from 'node:fs';
import { mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { OpenProject } from '@assetgen/core';
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
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

/** @param prepare taps hooks before the plugin does */
function watch(
  open: OpenProject,
  prepare: (compiler: Compiler) => void = () => undefined,
): {
  readonly runs: () => number;
  /** What webpack took for removed when a run began. */
  readonly removed: readonly string[];
  /** Of the last run. */
  readonly errors: () => string;
} {
  let runs = 0;
  let errors = '';
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
    plugins: [
      { apply: note },
      { apply: prepare },
      { apply: (each: Compiler) => connectWebpack(each, open, {}) },
    ],
  })!;
  watching = compiler.watch({ aggregateTimeout: 20 }, (_error, stats) => {
    runs += 1;
    errors = stats?.compilation.errors.map(({ message }) => message).join('\n') ?? '';
  });
  return { runs: () => runs, removed, errors: () => errors };
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

it.each([
  ['a dev server looked early', 'watchRun', 'assetgen.config.ts'],
  ['nothing of the project changed', 'watchRun', 'main.js'],
  ['the run is under way', 'thisCompilation', 'main.js'],
] as const)(
  'sees a manifest go away once it was read for a run: %s',
  async (_what, hook, changed) => {
    vi.stubEnv('WEBPACK_SERVE', 'true');
    onTestFinished(() => void vi.unstubAllEnvs());
    const code = `export { default } from '@gen/sky';`;
    const file = join(root, changed);
    await writeFile(join(root, 'main.js'), code);
    await writeFile(join(root, 'assetgen.config.ts'), '');
    await write('one');
    const open = folderProjects({ runs: 0, closed: false });
    const { runs, errors } = watch(
      (options) => ({
        ...open(options),
        watched: () => [state(), join(root, 'assetgen.config.ts')],
      }),
      function goAway(compiler) {
        compiler.hooks[hook].tap('go away', () => {
          const { modifiedFiles = new Set() } = compiler;
          if (modifiedFiles.has(file) && !modifiedFiles.has(state()))
            rmSync(state(), { force: true });
        });
      },
    );
    await expect.poll(runs).toBeGreaterThan(0);
    // Files that are as new as the first run make webpack run once more, with all of them.
    let text = code;
    const change = async (): Promise<string> => {
      // Nothing else changes once it is gone.
      if (existsSync(state())) await writeWhole(file, (text += '\n'));
      await delay(500);
      return errors();
    };
    await expect.poll(change).toContain('ENOENT');
  },
);
