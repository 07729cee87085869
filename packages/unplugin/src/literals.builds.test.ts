import { mkdtemp, realpath, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rspack } from '@rspack/core';
import type { Compiler as RspackCompiler } from '@rspack/core';
import * as esbuild from 'esbuild';
import { rollup } from 'rollup';
import { build as buildVite } from 'vite';
import { beforeEach, describe, expect, it } from 'vitest';
import webpack from 'webpack';
import { connectEsbuild } from './esbuild/esbuild-plugin.ts';
import { connectRspack } from './rspack/rspack-plugin.ts';
import { createRollupFamilyPlugin } from './shared/rollup-family/rollup-family-plugin.ts';
import { folderProjects } from './testing/folder-project.ts';
import { vitePlugins } from './vite/vite-plugins.ts';
import { connectWebpack } from './webpack/webpack-plugin.ts';

const OPEN = folderProjects({ runs: 0, closed: false });

let root: string;
beforeEach(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), 'assetgen-literals-')));
  await writeFile(join(root, 'index.html'), '<script type="module" src="/main.js"></script>');
  await writeFile(join(root, 'assets.gen.json'), '{ "hero.webp": { "text": "RIFF" } }');
});

const config = () => ({
  context: root,
  mode: 'production' as const,
  entry: './main.js',
  output: { path: join(root, 'dist') },
  infrastructureLogging: { level: 'none' as const },
});

interface Compiler {
  run(done: (error: Error | null, stats?: { toString(options: object): string }) => void): void;
  close(done: () => void): void;
}

/** Rejects with the errors of the compilation. */
function run(compiler: Compiler): Promise<void> {
  return new Promise((resolve, reject) => {
    compiler.run((error, stats) => {
      const text = stats?.toString({ all: false, errors: true, colors: false }) ?? '';
      compiler.close(() => {
        if (error !== null || text !== '') reject(error ?? new Error(text));
        else resolve();
      });
    });
  });
}

const BUILDS: Readonly<Record<string, () => Promise<unknown>>> = {
  Vite: () =>
    buildVite({ root, configFile: false, logLevel: 'silent', plugins: vitePlugins(OPEN, {}) }),
  async Rollup() {
    const plugin = createRollupFamilyPlugin(OPEN, { root });
    const bundle = await rollup({ input: join(root, 'main.js'), plugins: [plugin], onLog() {} });
    await bundle.write({ dir: join(root, 'dist') });
  },
  esbuild: () =>
    esbuild.build({
      absWorkingDir: root,
      entryPoints: ['main.js'],
      bundle: true,
      format: 'esm',
      outdir: 'dist',
      minify: true,
      logLevel: 'silent',
      plugins: [{ name: 'assetgen', setup: (b) => connectEsbuild(b, OPEN, {}) }],
    }),
  webpack: () =>
    run(
      webpack({
        ...config(),
        plugins: [{ apply: (each: webpack.Compiler) => connectWebpack(each, OPEN, {}) }],
      }) as unknown as Compiler,
    ),
  Rspack: () =>
    run(
      rspack({
        ...config(),
        plugins: [{ apply: (each: RspackCompiler) => connectRspack(each, OPEN, {}) }],
      }) as unknown as Compiler,
    ),
};

describe.each(Object.entries(BUILDS))('a build of %s', (_, build) => {
  it('fails where markup names an asset as a text, with the file and the import to write', async () => {
    // What a compiler makes of <img src="@gen/hero.webp">.
    const code = `const h = (tag, props) => Object.assign(document.createElement(tag), props);
      document.body.append(h('img', { src: '@gen/hero.webp' }));`;
    await writeFile(join(root, 'main.js'), code);
    const failed = build();
    await expect(failed).rejects.toThrow(
      /ASSETGEN_UNRESOLVED_REFERENCE: \S+\.js would ship the text "@gen\/hero\.webp" of main\.js as it is/,
    );
    await expect(failed).rejects.toThrow("Write `import url from '@gen/hero.webp'`");
  });

  it('goes on where all names are imports', async () => {
    const code = `import hero from '@gen/hero.webp';
      document.body.append(Object.assign(new Image(), { src: hero, alt: "from '@gen/hero.webp'" }));`;
    await writeFile(join(root, 'main.js'), code);
    await build();
  });
});
