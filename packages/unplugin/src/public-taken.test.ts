import { mkdtemp, readFile, realpath, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rspack } from '@rspack/core';
import type { Compiler as RspackCompiler } from '@rspack/core';
import { beforeEach, describe, expect, it } from 'vitest';
import webpack from 'webpack';
import { connectRspack } from './rspack/rspack-plugin.ts';
import { folderProjects } from './testing/folder-project.ts';
import { connectWebpack } from './webpack/webpack-plugin.ts';

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
