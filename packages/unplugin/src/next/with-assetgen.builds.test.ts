import { mkdir, mkdtemp, realpath, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { EnsureOptions, OpenProject, Project, ProjectOptions } from '@assetgen/core';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import webpack from 'webpack';
import { folderProjects } from '../testing/folder-project.ts';
import { DONE_VARIABLE } from './next-task.ts';
import { withAssetgenOf } from './with-assetgen.ts';

const BUILD = 'phase-production-build';
const BIN = '/x/node_modules/next/dist/bin/next';

let root: string;
const told: string[] = [];
beforeEach(async () => {
  root = await realpath(await mkdtemp(path.join(os.tmpdir(), 'next-')));
  await mkdir(path.join(root, 'node_modules/next'), { recursive: true });
  await writeFile(path.join(root, 'node_modules/next/package.json'), '{ "version": "16.4.6" }');
  await writeFile(path.join(root, 'assets.gen.json'), '{ "hero.webp": { "text": "HERO" } }');
  vi.spyOn(process, 'cwd').mockReturnValue(root);
  vi.spyOn(console, 'log').mockImplementation((line: string) => void told.push(line));
  vi.spyOn(console, 'warn').mockImplementation((line: string) => void told.push(line));
});
afterEach(() => {
  vi.restoreAllMocks();
  delete process.env[DONE_VARIABLE];
  told.length = 0;
});

/** What was opened, and each `ensure` that did work. */
interface Log {
  readonly opened: ProjectOptions[];
  readonly ensured: (EnsureOptions | undefined)[];
  runs: number;
  closed: boolean;
}

function watched(log: Log, failing = false): OpenProject {
  const errors = failing
    ? [
        {
          code: 'ASSETGEN_FROZEN',
          asset: 'hero',
          message: 'hero is not in the lock',
          hint: 'Build it.',
          position: null,
        },
      ]
    : [];
  const open = folderProjects(log, { errors: errors as never });
  return function openWatched(options): Project {
    log.opened.push(options);
    const project = open(options);
    return {
      ...project,
      ensure(given) {
        log.ensured.push(given);
        return project.ensure(given);
      },
    };
  };
}

const newLog = (): Log => ({ opened: [], ensured: [], runs: 0, closed: false });
const where = (...args: string[]) => {
  return () => ({ argv: ['node', ...args], env: process.env, isMainThread: true });
};

it('makes what is missing once in a build, whoever reads the config again, and tells of it once', async () => {
  const log = newLog();
  const withAssetgen = withAssetgenOf(watched(log), where(BIN, 'build'));
  const given = { reactStrictMode: true };
  const first = await withAssetgen(given)(BUILD, {});
  const second = await withAssetgen(() => given)(BUILD, {});
  expect(first).toMatchObject(given);
  expect(second).toMatchObject(given);
  expect(log).toMatchObject({ runs: 1, closed: true });
  expect(log.opened.map(({ command, options }) => [command, options])).toEqual([
    ['build', { modules: 'url' }],
  ]);
  expect(told.filter((line) => line.includes('1 asset, 1 file'))).toHaveLength(1);
  expect(process.env[DONE_VARIABLE]).toBe(root);
});

it('has all compilers of webpack share that, and adds nothing to what was told', async () => {
  await writeFile(path.join(root, 'main.js'), `export { default } from '@gen/hero.webp';\n`);
  const log = newLog();
  const config = await withAssetgenOf(
    watched(log),
    where(BIN, 'build'),
  )({
    webpack: (own: webpack.Configuration) => ({ ...own, mode: 'production' }),
  })(BUILD, {});
  const lines = told.length;
  const add = (config as { webpack: (config: object, context: object) => webpack.Configuration })
    .webpack;
  for (const name of ['server', 'edge', 'client']) {
    const output = { path: path.join(root, name) };
    const compiler = webpack(
      add({ context: root, entry: './main.js', output, devtool: false }, {}),
    );
    const stats = await new Promise<webpack.Stats | undefined>((resolve, reject) => {
      compiler?.run((error, done) => (error === null ? resolve(done) : reject(error)));
    });
    expect(stats?.toJson({ all: false, errors: true, assets: true })).toMatchObject({
      errors: [],
      assets: expect.arrayContaining([
        expect.objectContaining({ name: expect.stringMatching(/\.webp$/) as string }),
      ]) as unknown[],
    });
  }
  expect(log.runs).toBe(1);
  expect(told.length).toBe(lines);
});

it('ends a build that lacks an asset before anything is compiled, with its error once', async () => {
  const config = withAssetgenOf(watched(newLog(), true), where(BIN, 'build'))({});
  const text = 'ASSETGEN_FROZEN: hero is not in the lock\n  Build it.';
  await expect(config(BUILD, {})).rejects.toMatchObject({ stack: text, code: 'ASSETGEN_FROZEN' });
  expect(told).toEqual([]);
});

it.each([
  ['a linter', [BIN, 'lint']],
  ['a server', [BIN, 'start']],
  ['a worker', ['/x/node_modules/next/dist/compiled/jest-worker/processChild.js']],
])('makes nothing for %s that calls itself a build', async (_who, args) => {
  const log = newLog();
  await withAssetgenOf(watched(log), where(...args))({})(BUILD, {});
  expect(log.runs).toBe(0);
  expect(log.opened.map(({ options }) => options?.mode)).toEqual(log.opened.map(() => 'frozen'));
});

it('buys nothing for another program, and says what that lacks', async () => {
  const log = newLog();
  await withAssetgenOf(watched(log, true), where('/x/tool.js'))({})(BUILD, {});
  expect(log.opened.map(({ options }) => options?.mode)).toEqual(['frozen']);
  expect(log.runs).toBe(1);
  expect(told).toEqual([expect.stringContaining('ASSETGEN_FROZEN: hero is not in the lock')]);
});

it('shows drafts in a dev server, which is no build, and looks again at what changes', async () => {
  const log = newLog();
  const server = '/x/node_modules/next/dist/server/lib/start-server.js';
  await withAssetgenOf(watched(log), where(server))({})('phase-development-server', {});
  expect(log.opened.map(({ command }) => command)).toEqual(['serve']);
  // In mode `generate` a page sees drafts first: `ensure` is asked for them alone.
  expect(log.ensured.map((options) => options?.mode)).toEqual(['draft']);
  await writeFile(path.join(root, 'assets.gen.json'), '{ "other.webp": { "text": "OTHER" } }');
  await expect.poll(() => log.runs).toBe(2);
  expect(process.env[DONE_VARIABLE]).toBeUndefined();
});

it('takes drafts alone in the dev server of another program, whatever the config says', async () => {
  const log = newLog();
  const config = withAssetgenOf(watched(log), where('/x/server.js'))({}, { mode: 'generate' });
  await config('phase-development-server', {});
  expect(log.opened.map(({ options }) => options?.mode)).toEqual(['draft']);
});

it('leaves the config as it is where nothing is compiled', async () => {
  const log = newLog();
  const given = { basePath: '/shop' };
  const config = withAssetgenOf(watched(log), where(BIN, 'start'))(given);
  expect(await config('phase-production-server', {})).toBe(given);
  expect(log.opened).toEqual([]);
});
