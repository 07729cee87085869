import { mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rspack } from '@rspack/core';
import type { Compiler as RspackCompiler } from '@rspack/core';
import * as esbuild from 'esbuild';
import { beforeEach, describe, expect, it } from 'vitest';
import webpack from 'webpack';
import { connectEsbuild } from './esbuild/esbuild-plugin.ts';
import { connectRspack } from './rspack/rspack-plugin.ts';
import { createRsbuildPlugin } from './rsbuild/rsbuild-plugin.ts';
import type { RsbuildApi } from './rsbuild/rsbuild-api.ts';
import { folderProjects } from './testing/folder-project.ts';
import { connectWebpack } from './webpack/webpack-plugin.ts';

type RsbuildConfig = ReturnType<RsbuildApi['getNormalizedConfig']>;

const OPEN = folderProjects({ runs: 0, closed: false });
const NAME = 'models/crate.glb';

let root: string;
beforeEach(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), 'assetgen-taken-')));
  await writeFile(join(root, 'main.js'), '');
  const manifest = { 'crate.glb': { text: 'glTF', public: NAME } };
  await writeFile(join(root, 'assets.gen.json'), JSON.stringify(manifest));
});

interface Compilation {
  readonly hooks: {
    readonly processAssets: {
      tap(options: { name: string; stage: number }, use: () => void): void;
    };
  };
  emitAsset(name: string, source: object): void;
}
interface Compiler {
  readonly hooks: {
    readonly thisCompilation: { tap(name: string, use: (c: Compilation) => void): void };
  };
  readonly webpack: {
    readonly Compilation: { readonly PROCESS_ASSETS_STAGE_ADDITIONAL: number };
    readonly sources: { readonly RawSource: new (text: string) => object };
  };
}

/** As plugins do that copy a folder: in the stage of additional assets. */
const copies = (text: string) => ({
  apply({ hooks, webpack: { Compilation, sources } }: Compiler) {
    hooks.thisCompilation.tap('copy', (compilation) => {
      const stage = Compilation.PROCESS_ASSETS_STAGE_ADDITIONAL;
      compilation.hooks.processAssets.tap({ name: 'copy', stage }, () => {
        compilation.emitAsset(NAME, new sources.RawSource(text));
      });
    });
  },
});

const config = () => ({
  context: root,
  mode: 'production' as const,
  entry: './main.js',
  output: { path: join(root, 'dist') },
  infrastructureLogging: { level: 'none' as const },
});

interface Stats {
  toString(options: object): string;
}
interface Running {
  run(done: (error: Error | null, stats?: Stats) => void): void;
  close(done: () => void): void;
}

function errorsOf(compiler: Running): Promise<string> {
  return new Promise((resolve, reject) => {
    compiler.run((error, stats) => {
      const text = stats?.toString({ all: false, errors: true, colors: false }) ?? '';
      compiler.close(() => (error === null ? resolve(text) : reject(error)));
    });
  });
}

const BUNDLERS: Readonly<Record<string, (text: string) => Running>> = {
  webpack: (text) =>
    webpack({
      ...config(),
      // Ours first: what counts is not the order of plugins.
      plugins: [
        { apply: (each: webpack.Compiler) => connectWebpack(each, OPEN, {}) },
        copies(text) as never,
      ],
    }) as unknown as Running,
  Rspack: (text) =>
    rspack({
      ...config(),
      plugins: [
        { apply: (each: RspackCompiler) => connectRspack(each, OPEN, {}) },
        copies(text) as never,
      ],
    }) as unknown as Running,
};

describe.each(Object.entries(BUNDLERS))("a user's file in %s", (_, compile) => {
  it('is not replaced by a public output', async () => {
    expect(await errorsOf(compile('mine'))).toContain(
      `ASSETGEN_PUBLIC_TAKEN: ${NAME} of another plugin would be replaced: the asset "crate" has "public": "${NAME}"`,
    );
  });

  it('may be that output', async () => {
    expect(await errorsOf(compile('glTF'))).toBe('');
    expect(await readFile(join(root, 'dist', NAME), 'utf8')).toBe('glTF');
  });
});

/** The same without a plugin that copies. */
const ALONE: Readonly<Record<string, () => Running>> = {
  webpack: () =>
    webpack({
      ...config(),
      plugins: [{ apply: (each: webpack.Compiler) => connectWebpack(each, OPEN, {}) }],
    }) as unknown as Running,
  Rspack: () =>
    rspack({
      ...config(),
      plugins: [{ apply: (each: RspackCompiler) => connectRspack(each, OPEN, {}) }],
    }) as unknown as Running,
};

async function write(folder: string, text: string): Promise<void> {
  await mkdir(join(root, folder, 'models'), { recursive: true });
  await writeFile(join(root, folder, NAME), text);
}
const shipped = (): Promise<string> => readFile(join(root, 'dist', NAME), 'utf8');

describe.each(Object.entries(ALONE))('%s below a tool that copies public/ itself', (_, compile) => {
  it("keeps the user's file, as Rsbuild copied it", async () => {
    await write('public', 'mine');
    await write('dist', 'mine');
    expect(await errorsOf(compile())).toContain(
      `ASSETGEN_PUBLIC_TAKEN: ${join(root, 'public', NAME)} would be replaced`,
    );
    expect(await shipped()).toBe('mine');
  });

  it('replaces what an earlier build left, and minds no public folder that is not shipped', async () => {
    await write('dist', 'an earlier glTF');
    await write('public', 'of something else');
    expect(await errorsOf(compile())).toBe('');
    expect(await shipped()).toBe('glTF');
  });
});

describe('Rspack below Rsbuild with a public folder of another name', () => {
  const build = (publicDir: Exclude<RsbuildConfig['server']['publicDir'], undefined>) =>
    errorsOf(
      rspack({
        ...config(),
        plugins: [
          {
            apply(compiler: RspackCompiler) {
              const { setup } = createRsbuildPlugin({
                connect: (each, tool) => connectRspack(each, OPEN, {}, tool),
                mountGallery: () => Promise.reject(new Error('no server')),
              });
              setup({
                context: { action: 'build' },
                logger: { log: () => undefined },
                modifyRspackConfig: (change) =>
                  change({} as never, { appendPlugins: (plugin) => plugin.apply(compiler) }),
                onBeforeStartDevServer: () => undefined,
                onAfterStartDevServer: () => undefined,
                getNormalizedConfig: () => ({ server: { base: '/', publicDir } }),
              });
            },
          },
        ],
      }) as unknown as Running,
    );

  beforeEach(async () => {
    await write('static', 'mine');
    await write('dist', 'mine');
  });

  it("keeps the user's file", async () => {
    expect(await build([{ name: 'public' }, { name: 'static', copyOnBuild: 'auto' }])).toContain(
      `ASSETGEN_PUBLIC_TAKEN: ${join(root, 'static', NAME)} would be replaced`,
    );
    expect(await shipped()).toBe('mine');
  });

  it('minds none that is not copied', async () => {
    for (const publicDir of [false, { name: 'static', copyOnBuild: false }] as const) {
      expect(await build(publicDir)).toBe('');
    }
    expect(await shipped()).toBe('glTF');
  });
});

describe('the output folder of esbuild', () => {
  const build = (): Promise<unknown> =>
    esbuild.build({
      absWorkingDir: root,
      entryPoints: ['main.js'],
      bundle: true,
      outdir: 'dist',
      logLevel: 'silent',
      plugins: [{ name: 'assetgen', setup: (each) => connectEsbuild(each, OPEN, {}) }],
    });

  it("keeps the user's file, however often it is built", async () => {
    await write('dist', 'mine');
    for (const time of [1, 2]) {
      await expect(build(), String(time)).rejects.toThrow(
        `ASSETGEN_PUBLIC_TAKEN: ${join(root, 'dist', NAME)} would be replaced`,
      );
    }
    expect(await shipped()).toBe('mine');
  });

  it('has a new version of what an earlier build put there', async () => {
    await build();
    const manifest = { 'crate.glb': { text: 'glTF 2', public: NAME } };
    await writeFile(join(root, 'assets.gen.json'), JSON.stringify(manifest));
    await build();
    expect(await shipped()).toBe('glTF 2');
    // Somebody wrote there since.
    await write('dist', 'mine');
    await expect(build()).rejects.toThrow('ASSETGEN_PUBLIC_TAKEN');
    await rm(join(root, 'dist'), { recursive: true });
    await build();
    expect(await shipped()).toBe('glTF 2');
  });
});
