import { mkdir, mkdtemp, readFile, readdir, realpath, writeFile } from 'node:fs/promises';
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

/** As html-loader makes a module of a page: every URL is a path relative to it. */
const PAGE_LOADER = `module.exports = (html) =>
  'export default [' +
  [...html.matchAll(/src="([^"]+)"/g)]
    .map(([, url]) => 'new URL(' + JSON.stringify('./' + url) + ', import.meta.url).href')
    .join() +
  '];';`;

let root: string;
beforeEach(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), 'assetgen-relative-')));
  await mkdir(join(root, '@gen'));
  const files = {
    'assets.gen.json': '{ "hero.webp": { "text": "RIFF" }, "own.webp": { "text": "RIFF other" } }',
    'page-loader.cjs': PAGE_LOADER,
    'page.html': '<img src="@gen/hero.webp"><img src="@gen/own.webp">',
    'main.js': `import urls from './page.html'; console.log(urls);`,
    // A file of the project's own, beside the page.
    '@gen/own.webp': 'RIFF own',
  };
  for (const [name, text] of Object.entries(files)) await writeFile(join(root, name), text);
});

const config = () => ({
  context: root,
  mode: 'production' as const,
  entry: './main.js',
  output: { path: join(root, 'dist'), assetModuleFilename: '[hash][ext]' },
  infrastructureLogging: { level: 'none' as const },
  module: {
    rules: [
      { test: /\.html$/, use: join(root, 'page-loader.cjs') },
      { test: /\.webp$/, type: 'asset/resource' as const },
    ],
  },
});

interface Compiler {
  run(done: (error: Error | null, stats?: { toString(options: object): string }) => void): void;
  close(done: () => void): void;
}

const COMPILERS: Readonly<Record<string, () => Compiler>> = {
  webpack: () =>
    webpack({
      ...config(),
      plugins: [{ apply: (each: webpack.Compiler) => connectWebpack(each, OPEN, {}) }],
    }) as unknown as Compiler,
  Rspack: () =>
    rspack({
      ...config(),
      plugins: [{ apply: (each: RspackCompiler) => connectRspack(each, OPEN, {}) }],
    }) as unknown as Compiler,
};

describe.each(Object.entries(COMPILERS))('%s', (_, open) => {
  it('knows a name in a page that a loader made relative, after a file beside the page', async () => {
    const compiler = open();
    const errors = await new Promise<string>((resolve, reject) => {
      compiler.run((error, stats) => {
        if (error === null) resolve(stats?.toString({ all: false, errors: true }) ?? '');
        else reject(error);
      });
    });
    await new Promise<void>((resolve) => {
      compiler.close(resolve);
    });
    expect(errors).toBe('');
    const pictures = (await readdir(join(root, 'dist'))).filter((file) => file.endsWith('.webp'));
    const texts = await Promise.all(
      pictures.map((file) => readFile(join(root, 'dist', file), 'utf8')),
    );
    expect(texts.toSorted()).toEqual(['RIFF', 'RIFF own']);
  });
});
