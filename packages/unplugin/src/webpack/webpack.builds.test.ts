import { mkdir, mkdtemp, readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import webpack from 'webpack';
import type { Compiler, Configuration, Stats } from 'webpack';
import { folderProjects } from '../testing/folder-project.ts';
import type { FolderManifest } from '../testing/folder-project.ts';
import { connectWebpack } from './webpack-plugin.ts';

const require = createRequire(import.meta.url);

let root: string;
beforeEach(async () => {
  // With a "#", which webpack takes for the start of a fragment.
  root = join(await realpath(await mkdtemp(join(tmpdir(), 'assetgen-webpack-'))), 'my #1 (app)');
});
afterEach(() => rm(dirname(root), { recursive: true, force: true }));

const MANIFEST: FolderManifest = {
  'props/dragon.glb': { text: 'glTF dragon' },
  'props/dragon.lod1.glb': { text: 'glTF small dragon', public: 'models/dragon.glb' },
  'hero.webp': { text: 'RIFF hero' },
  // Any other JSON is what it says; this is a file to fetch.
  'crate.collider.json': { text: '{ "shape": "box" }' },
};

async function app(files: Record<string, string>): Promise<void> {
  const all = { 'assets.gen.json': JSON.stringify(MANIFEST), ...files };
  for (const [name, text] of Object.entries(all)) {
    await mkdir(dirname(join(root, name)), { recursive: true });
    await writeFile(join(root, name), text);
  }
}

function configuration(config: Configuration = {}): Configuration {
  return {
    mode: 'production',
    target: 'node',
    context: root,
    entry: './main.js',
    infrastructureLogging: { level: 'none' },
    ...config,
    output: {
      path: join(root, 'dist'),
      publicPath: '/p/',
      library: { type: 'commonjs2' },
      ...config.output,
    },
    plugins: [
      {
        apply: (compiler: Compiler) =>
          connectWebpack(compiler, folderProjects({ runs: 0, closed: false }), {}),
      },
      ...(config.plugins ?? []),
    ],
  };
}

async function built(config: Configuration = {}): Promise<Stats> {
  const compiler = webpack(configuration(config))!;
  const stats = await new Promise<Stats>((resolve, reject) => {
    compiler.run((error, result) => (result === undefined ? reject(error!) : resolve(result)));
  });
  await new Promise((resolve) => compiler.close(resolve));
  return stats;
}

/** What the bundle exports when Node runs it. */
function run(): Record<string, unknown> {
  const bundle = join(root, 'dist/main.js');
  delete require.cache[bundle];
  return require(bundle) as Record<string, unknown>;
}

const errors = (stats: Stats): string =>
  stats.toString({ all: false, errors: true, colors: false }) || 'no errors';

async function emitted(url: unknown): Promise<string> {
  expect(url).toMatch(/^\/p\//);
  return readFile(join(root, 'dist', (url as string).slice('/p/'.length)), 'utf8');
}

describe('imports in a webpack build', () => {
  it('emits files and gives their URLs to every form of import', async () => {
    await app({
      'main.js': `import url from '@gen/props/dragon.glb';
        import dragon from '@gen/props/dragon';
        import collider from '@gen/crate.collider.json';
        import own from './own.json';
        export { url, dragon, collider, own };
        export const lazy = import(/* webpackMode: "eager" */ '@gen/hero.webp');
        export const relative = new URL('@gen/hero.webp', import.meta.url).href;
        export const required = require('@gen/hero.webp');`,
      'own.json': '{ "own": true }',
      'package.json': '{ "type": "commonjs" }',
    });
    // A commonjs package refuses ES modules in .js; the entry is one by its own rule.
    const rules = [{ test: /main\.js$/, type: 'javascript/auto' }];
    const stats = await built({ module: { rules } });
    expect(errors(stats)).toBe('no errors');
    const out = run();
    expect(await emitted(out['url'])).toBe('glTF dragon');
    expect(await emitted(out['collider'])).toBe('{ "shape": "box" }');
    expect(out['own']).toEqual({ own: true });
    const dragon = out['dragon'] as { url: string; files: readonly { url: string }[] };
    expect(dragon.url).toBe(out['url']);
    expect(await emitted(dragon.files[1]!.url)).toBe('glTF small dragon');
    expect(await emitted(((await out['lazy']) as { default: string }).default)).toBe('RIFF hero');
    expect(await emitted(out['required'])).toBe('RIFF hero');
    // Node resolves it against the bundle's own URL.
    expect(out['relative']).toBe(`file://${out['required'] as string}`);
    expect(await readFile(join(root, 'dist/models/dragon.glb'), 'utf8')).toBe('glTF small dragon');
  });

  it('keeps the bytes although the user has a rule for the same extension', async () => {
    await app({ 'main.js': `export { default as url } from '@gen/props/dragon.glb';` });
    const rules = [{ test: /\.glb$/, type: 'asset/source' }];
    expect(errors(await built({ module: { rules } }))).toBe('no errors');
    expect(await emitted(run()['url'])).toBe('glTF dragon');
  });

  it('leaves a request with a query to the rules of the user', async () => {
    await app({ 'main.js': `export { default as text } from '@gen/props/dragon.glb?raw';` });
    const rules = [{ resourceQuery: /raw/, type: 'asset/source' }];
    expect(errors(await built({ module: { rules } }))).toBe('no errors');
    expect(run()['text']).toBe('glTF dragon');
  });

  it('follows an alias that leads to the prefix, and keeps a fragment', async () => {
    await app({
      'main.js': `export { default as url } from 'art/hero.webp';
        export { default as dragon } from 'dragon';
        export const part = new URL('@gen/hero.webp#t=2', import.meta.url).href;`,
    });
    const alias = { art: '@gen', dragon$: '@gen/props/dragon' };
    expect(errors(await built({ resolve: { alias } }))).toBe('no errors');
    const out = run();
    expect(await emitted(out['url'])).toBe('RIFF hero');
    expect(await emitted((out['dragon'] as { url: string }).url)).toBe('glTF dragon');
    expect(out['part']).toMatch(/\.webp#t=2$/);
    const name = (out['part'] as string).replace(/^.*\/p\/|#.*$/g, '');
    expect(await readFile(join(root, 'dist', name), 'utf8')).toBe('RIFF hero');
  });

  it('fails on a URL of an asset, which would be one of an object', async () => {
    await app({
      'main.js': `import dragon from '@gen/props/dragon';
        console.log(dragon, new URL('@gen/props/dragon', import.meta.url));`,
    });
    expect(errors(await built())).toMatch(
      /main\.js 2:[\s\S]*ASSETGEN_NOT_A_FILE: "@gen\/props\/dragon" in .*main\.js is not a file/,
    );
  });

  it('fails on a wrong name, with code and hint', async () => {
    await app({ 'main.js': `import '@gen/props/dargon.glb';` });
    expect(errors(await built())).toMatch(
      /ASSETGEN_UNKNOWN_IMPORT: no asset or output is called "props\/dargon\.glb"\s+Known: /,
    );
  });

  it('tells a broken manifest once, with its place', async () => {
    await app({
      'main.js': `import '@gen/a.glb'; import '@gen/b.glb';`,
      'assets.gen.json': '{',
    });
    const stats = await built();
    expect(stats.compilation.errors).toHaveLength(1);
    expect(errors(stats)).toMatch(/assets\.gen\.json\s1:2[\s\S]*ASSETGEN_MANIFEST: expected JSON/);
  });
});

describe('a webpack build that comes again', () => {
  it('sees new outputs through the filesystem cache', async () => {
    await app({ 'main.js': `export { default } from '@gen/props/dragon';` });
    const cache = { type: 'filesystem', cacheDirectory: join(root, 'cache') } as const;
    await built({ cache });
    await delay(10);
    const manifest = { ...MANIFEST, 'props/dragon.glb': { text: 'glTF green dragon' } };
    await writeFile(join(root, 'assets.gen.json'), JSON.stringify(manifest));
    expect(errors(await built({ cache }))).toBe('no errors');
    const dragon = run()['default'] as { url: string };
    expect(await emitted(dragon.url)).toBe('glTF green dragon');
  });

  it('watches the manifest: a change, a mistake and its repair', async () => {
    await app({ 'main.js': `export { default } from '@gen/props/dragon';` });
    const results: Stats[] = [];
    let wake: () => void = () => undefined;
    const compiler = webpack(configuration())!;
    const watching = compiler.watch({ aggregateTimeout: 5 }, (_error, stats) => {
      results.push(stats!);
      wake();
    });
    const until = async (done: (stats: Stats) => boolean | Promise<boolean>): Promise<void> => {
      while (results.length === 0 || !(await done(results.at(-1)!))) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    };
    const text = async (): Promise<string> => emitted((run()['default'] as { url: string }).url);
    const write = (dragon: string): Promise<void> =>
      writeFile(
        join(root, 'assets.gen.json'),
        JSON.stringify({ ...MANIFEST, 'props/dragon.glb': { text: dragon } }),
      );
    await until(async (stats) => !stats.hasErrors() && (await text()) === 'glTF dragon');
    await write('glTF blue');
    await until(async (stats) => !stats.hasErrors() && (await text()) === 'glTF blue');
    // A loaded machine may see one change twice; a loop would not end.
    expect(results.length).toBeLessThan(5);
    await writeFile(join(root, 'assets.gen.json'), '{');
    await until((stats) => stats.hasErrors());
    await write('glTF green');
    await until(async (stats) => !stats.hasErrors() && (await text()) === 'glTF green');
    await new Promise((resolve) => watching!.close(resolve));
  });

  it('works in several compilers of one config', async () => {
    await app({ 'main.js': `export { default } from '@gen/props/dragon';` });
    const one = configuration({ name: 'one' });
    const two = configuration({ name: 'two', output: { filename: 'two.js' } });
    const compiler = webpack([one, two])!;
    const stats = await new Promise<string>((resolve, reject) => {
      compiler.run((error, result) =>
        result === undefined
          ? reject(error!)
          : resolve(result.toString({ all: false, errors: true }) || 'no errors'),
      );
    });
    expect(stats.trim()).toBe('no errors');
    expect(
      (await readdir(join(root, 'dist'))).filter((name) => name.endsWith('.glb')),
    ).toHaveLength(2);
  });
});
