import { writeFileSync } from 'node:fs';
import {
  appendFile,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  realpath,
  rm,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { OpenProject } from '@assetgen/core';
import { rspack } from '@rspack/core';
import type { Compiler } from '@rspack/core';
import * as esbuild from 'esbuild';
import { watch as watchRolldown } from 'rolldown';
import { watch as watchRollup } from 'rollup';
import { build as buildVite } from 'vite';
import type { Rollup } from 'vite';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import webpack from 'webpack';
import { folderProjects } from './testing/folder-project.ts';
import { connectEsbuild } from './esbuild/esbuild-plugin.ts';
import { connectRspack } from './rspack/rspack-plugin.ts';
import { createRollupFamilyPlugin } from './shared/rollup-family/rollup-family-plugin.ts';
import { vitePlugins } from './vite/vite-plugins.ts';
import { connectWebpack } from './webpack/webpack-plugin.ts';

let root: string;
let close: () => Promise<void> = async () => undefined;
beforeEach(async () => {
  commands = [];
  during = () => undefined;
  root = await realpath(await mkdtemp(join(tmpdir(), 'assetgen-watch-')));
  await mkdir(join(root, 'dist'));
  await writeFile(join(root, 'main.js'), `import dragon from '@gen/dragon'; console.log(dragon);`);
});
afterEach(async () => {
  await close();
  await rm(root, { recursive: true, force: true, maxRetries: 5 });
});

const state = (): string => join(root, 'assets.gen.json');
const manifestOf = (text: string): string => JSON.stringify({ 'dragon.glb': { text } });
const manifest = (text: string): Promise<void> => writeFile(state(), manifestOf(text));
const projects = folderProjects({ runs: 0, closed: false });
/** What the plugins were started for, as they told their projects. */
let commands: string[] = [];
const open: OpenProject = (options) => {
  commands.push(options.command);
  return projects(options);
};

/** What a test does in a build, once the plugin has read the manifest for it and before an import names an asset. */
let during: () => void = () => undefined;
const meanwhile = { name: 'meanwhile', transform: () => during() };

const WATCHERS: Readonly<Record<string, () => void | Promise<void>>> = {
  Rollup() {
    const plugin = createRollupFamilyPlugin(open, { root });
    const watcher = watchRollup({
      input: join(root, 'main.js'),
      plugins: [plugin, meanwhile],
      output: { dir: join(root, 'dist') },
      onLog() {},
    });
    close = () => watcher.close();
  },
  Rolldown() {
    const plugin = createRollupFamilyPlugin(open, { root });
    const watcher = watchRolldown({
      input: join(root, 'main.js'),
      plugins: [plugin, meanwhile],
      output: { dir: join(root, 'dist') },
      onLog() {},
    });
    close = () => watcher.close();
  },
  async esbuild() {
    const context = await esbuild.context({
      absWorkingDir: root,
      entryPoints: ['main.js'],
      bundle: true,
      format: 'esm',
      outdir: 'dist',
      logLevel: 'silent',
      plugins: [
        { name: 'meanwhile', setup: (b) => b.onLoad({ filter: /main\.js$/ }, () => void during()) },
        { name: 'assetgen', setup: (b) => connectEsbuild(b, open, {}) },
      ],
    });
    await context.watch();
    close = () => context.dispose();
  },
  Rspack() {
    const compiler = rspack({
      context: root,
      mode: 'production',
      entry: './main.js',
      output: { path: join(root, 'dist') },
      infrastructureLogging: { level: 'none' },
      plugins: [
        { apply: (each: Compiler) => each.hooks.thisCompilation.tap('meanwhile', () => during()) },
        { apply: (each: Compiler) => connectRspack(each, open, {}) },
      ],
    });
    const watching = compiler.watch({ aggregateTimeout: 5 }, () => undefined);
    close = () =>
      new Promise((resolve) => {
        watching!.close(() => resolve());
      });
  },
};

/** The texts of the emitted models that the bundle names. */
async function shown(): Promise<readonly string[]> {
  const names = await readdir(join(root, 'dist'), { recursive: true });
  const code = await Promise.all(
    names
      .filter((name) => name.endsWith('.js'))
      .map((name) => readFile(join(root, 'dist', name), 'utf8')),
  );
  const models = names.filter(
    (name) =>
      name.endsWith('.glb') && code.some((text) => text.includes(name.replace(/.*[\\/]/, ''))),
  );
  return Promise.all(models.map((name) => readFile(join(root, 'dist', name), 'utf8')));
}

/** They have tests of their own for what changes. */
const OTHERS: Readonly<Record<string, () => Promise<void>>> = {
  async Vite() {
    const input = join(root, 'main.js');
    const watcher = (await buildVite({
      root,
      configFile: false,
      logLevel: 'silent',
      build: { watch: {}, rollupOptions: { input } },
      plugins: [...vitePlugins(open, {}), meanwhile],
    })) as unknown as Rollup.RollupWatcher;
    close = () => watcher.close();
  },
  async webpack() {
    const compiler = webpack({
      context: root,
      mode: 'production',
      entry: './main.js',
      output: { path: join(root, 'dist') },
      infrastructureLogging: { level: 'none' },
      plugins: [
        {
          apply: (each: webpack.Compiler) =>
            each.hooks.thisCompilation.tap('meanwhile', () => during()),
        },
        { apply: (each: webpack.Compiler) => connectWebpack(each, open, {}) },
      ],
    })!;
    const watching = compiler.watch({ aggregateTimeout: 5 }, () => undefined);
    close = () => new Promise((resolve) => watching!.close(() => resolve()));
  },
};

it("a build of electron-vite's dev server is none that buys", async () => {
  await manifest('red');
  vi.stubEnv('NODE_ENV_ELECTRON_VITE', 'development');
  try {
    await buildVite({
      root,
      configFile: false,
      logLevel: 'silent',
      build: { rollupOptions: { input: join(root, 'main.js') } },
      plugins: vitePlugins(open, {}),
    });
  } finally {
    vi.unstubAllEnvs();
  }
  expect(commands).toEqual(['serve']);
});

/** esbuild tells no plugin whether it watches. */
const { esbuild: _untold, ...TELLING } = { ...WATCHERS, ...OTHERS };

it.each(Object.entries(TELLING))('%s, watching, is no build that buys', async (_name, watch) => {
  await manifest('red');
  await watch();
  await expect.poll(shown).toEqual(['red']);
  expect(commands).toEqual(['serve']);
});

describe.each(Object.keys(WATCHERS))('%s, watching', (name) => {
  it('follows the manifest through a change, a mistake and its repair', async () => {
    await manifest('red');
    await WATCHERS[name]!();
    await expect.poll(shown).toEqual(['red']);
    // Watchers compare times of files in steps.
    await delay(300);
    await manifest('blue');
    await expect.poll(shown).toEqual(['blue']);
    await delay(300);
    await writeFile(state(), '{');
    await delay(500);
    await manifest('green');
    await expect.poll(shown).toEqual(['green']);
  });
});

it.each(Object.entries({ ...WATCHERS, ...OTHERS }))(
  '%s, watching, sees a manifest saved once more in the build that read it',
  async (_name, watch) => {
    await manifest('red');
    await watch();
    await expect.poll(shown).toEqual(['red']);
    // Watchers compare times of files in steps.
    await delay(1_000);
    during = () => {
      during = () => undefined;
      writeFileSync(state(), manifestOf('green'));
    };
    await appendFile(join(root, 'main.js'), '\n');
    await expect.poll(shown).toEqual(['green']);
  },
);
