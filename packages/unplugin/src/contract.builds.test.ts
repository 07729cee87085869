import { mkdir, mkdtemp, readFile, readdir, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { stripVTControlCharacters } from 'node:util';
import type { OpenProject } from '@assetgen/core';
import * as esbuild from 'esbuild';
import { rspack } from '@rspack/core';
import type { Compiler } from '@rspack/core';
import { rolldown } from 'rolldown';
import { rollup } from 'rollup';
import type { RollupCache } from 'rollup';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { folderProjects } from './testing/folder-project.ts';
import type { FolderManifest } from './testing/folder-project.ts';
import type { PluginOptions } from './shared/plugin-options.ts';
import { connectEsbuild } from './esbuild/esbuild-plugin.ts';
import { connectRspack } from './rspack/rspack-plugin.ts';
import { createRollupFamilyPlugin } from './shared/rollup-family/rollup-family-plugin.ts';

let root: string;
beforeEach(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), 'assetgen-bundlers-')));
});
afterEach(() => rm(root, { recursive: true, force: true }));

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

/** Builds `main.js` to `dist/main.mjs`; throws what the bundler throws. */
type Build = (open: OpenProject) => Promise<void>;

const SWC_TYPESCRIPT = { jsc: { parser: { syntax: 'typescript' } } };

const BUNDLERS: readonly (readonly [string, Build])[] = [
  [
    'Rollup',
    async (open) => {
      const plugin = createRollupFamilyPlugin(open, { root });
      const bundle = await rollup({ input: join(root, 'main.js'), plugins: [plugin], onLog() {} });
      await bundle.write({ dir: join(root, 'dist'), entryFileNames: 'main.mjs' });
      await bundle.close();
    },
  ],
  [
    'Rolldown',
    async (open) => {
      const plugin = createRollupFamilyPlugin(open, { root });
      const input = { input: join(root, 'main.js'), plugins: [plugin], onLog() {} };
      const bundle = await rolldown(input);
      await bundle.write({ dir: join(root, 'dist'), entryFileNames: 'main.mjs' });
      await bundle.close();
    },
  ],
  [
    'esbuild',
    async (open) => {
      await esbuild.build({
        absWorkingDir: root,
        entryPoints: ['main.js'],
        bundle: true,
        format: 'esm',
        outdir: 'dist',
        outExtension: { '.js': '.mjs' },
        logLevel: 'silent',
        plugins: [{ name: 'assetgen', setup: (b) => connectEsbuild(b, open, {}) }],
      });
    },
  ],
  [
    'Rspack',
    (open) =>
      new Promise((resolve, reject) => {
        const compiler = rspack({
          context: root,
          mode: 'production',
          target: 'node18',
          entry: './main.js',
          infrastructureLogging: { level: 'none' },
          module: {
            rules: [{ test: /\.ts$/, loader: 'builtin:swc-loader', options: SWC_TYPESCRIPT }],
          },
          output: {
            path: join(root, 'dist'),
            filename: 'main.mjs',
            module: true,
            chunkFormat: 'module',
            library: { type: 'module' },
            publicPath: pathToFileURL(`${join(root, 'dist')}/`).href,
          },
          plugins: [{ apply: (compiler: Compiler) => connectRspack(compiler, open, {}) }],
        });
        compiler.run((error, stats) => {
          compiler.close(() => {
            if (error !== null) reject(error);
            else if (stats?.hasErrors() === true) {
              const text = stats.toString({ all: false, errors: true, colors: false });
              // Rspack colours its errors where CI is set, whatever it is told.
              reject(new Error(stripVTControlCharacters(text)));
            } else resolve();
          });
        });
      }),
  ],
];

describe.each(BUNDLERS)('%s', (_name, build) => {
  const open = folderProjects({ runs: 0, closed: false });

  async function run(): Promise<Record<string, unknown>> {
    await build(open);
    return (await import(pathToFileURL(join(root, 'dist/main.mjs')).href)) as Record<
      string,
      unknown
    >;
  }

  /** The text of an emitted file. */
  async function emitted(url: unknown): Promise<string> {
    const base = pathToFileURL(join(root, 'dist/main.mjs'));
    const path = fileURLToPath(new URL(url as string, base));
    expect(path.startsWith(join(root, 'dist'))).toBe(true);
    return readFile(path, 'utf8');
  }

  it('gives every form of import the URL of an emitted file', async () => {
    await app({
      'main.js': `import url from '@gen/props/dragon.glb';
        import dragon from '@gen/props/dragon';
        import { typed } from './typed.ts';
        import collider from '@gen/crate.collider.json';
        ${_name === 'Rollup' ? 'const own = { own: true };' : "import own from './own.json';"}
        export { url, dragon, typed, collider, own };
        export const lazy = import('@gen/hero.webp');
        export const relative = new URL('@gen/hero.webp', import.meta.url).href;`,
      'own.json': '{ "own": true }',
      'typed.ts':
        _name === 'Rollup'
          ? `export const typed = new URL('@gen/hero.webp', import.meta.url).href;`
          : `export const typed: string = new URL('@gen/hero.webp', import.meta.url).href;`,
    });
    const out = await run();
    expect(await emitted(out['url'])).toBe('glTF dragon');
    const dragon = out['dragon'] as { url: string; files: readonly { url: string }[] };
    expect(dragon.url).toBe(out['url']);
    expect(await emitted(dragon.files[1]!.url)).toBe('glTF small dragon');
    expect(await emitted(((await out['lazy']) as { default: string }).default)).toBe('RIFF hero');
    expect(await emitted(out['relative'])).toBe('RIFF hero');
    expect(await emitted(out['typed'])).toBe('RIFF hero');
    expect(await emitted(out['collider'])).toBe('{ "shape": "box" }');
    expect(out['own']).toEqual({ own: true });
    expect(await readFile(join(root, 'dist/models/dragon.glb'), 'utf8')).toBe('glTF small dragon');
  });

  it('gives the imports of many files what each has alone', async () => {
    const names = ['props/dragon.glb', 'props/dragon.lod1.glb', 'hero.webp'];
    const imports = Array.from(
      { length: 30 },
      (_each, at) => `import f${at} from '@gen/${names[at % 3]}';`,
    );
    await app({
      'main.js': `${imports.join('\n')}
        import { hero } from './other.js';
        import dragon from '@gen/props/dragon';
        const text = "import a from '@gen/hero.webp';";
        export { dragon, hero, text };
        export const all = [${imports.map((_each, at) => `f${at}`).join(', ')}];`,
      // Asks for it while the first is not done.
      'other.js': `import './main.js'; export { default as hero } from '@gen/hero.webp';`,
    });
    const out = await run();
    const all = out['all'] as string[];
    expect(new Set(all).size).toBe(3);
    expect(all.slice(3)).toEqual(all.slice(0, 27));
    const texts = ['glTF dragon', 'glTF small dragon', 'RIFF hero'];
    expect(await Promise.all(all.slice(0, 3).map(emitted))).toEqual(texts);
    expect((out['dragon'] as { url: string }).url).toBe(all[0]);
    expect(out['hero']).toBe(all[2]);
    expect(out['text']).toBe("import a from '@gen/hero.webp';");
  });

  it('fails on a wrong name, with code and hint', async () => {
    await app({ 'main.js': `import '@gen/props/dargon.glb';` });
    await expect(build(open)).rejects.toThrow(
      /ASSETGEN_UNKNOWN_IMPORT: no asset or output is called "props\/dargon\.glb"[\s│]+Known: /,
    );
  });

  it('fails on a URL of an asset, which would be one of an object, and names its files', async () => {
    await app({
      'main.js': `import dragon from '@gen/props/dragon';
        // new URL('@gen/hero', import.meta.url)
        console.log(dragon, new URL('@gen/props/dragon', import.meta.url));`,
    });
    const { message } = await build(open).then(
      () => new Error('built'),
      (thrown: Error) => thrown,
    );
    expect(message).toMatch(
      /ASSETGEN_NOT_A_FILE: "@gen\/props\/dragon" in \S*main\.js is not a file/,
    );
    expect(message).toContain('@gen/props/dragon.glb, @gen/props/dragon.lod1.glb');
    expect(message).not.toContain('@gen/hero');
  });

  it('fails on a name that the script builds as it runs', async () => {
    await app({ 'main.js': 'export const load = (name) => import(`@gen/props/${name}.glb`);' });
    // Rspack looks for a folder of that name.
    const told =
      _name === 'Rspack' ? "Can't resolve '@gen/props'" : 'the text "@gen/props/…" of main.js';
    await expect(build(open)).rejects.toThrow(told);
  });

  it('fails on a broken manifest, with its place, and tells nothing else', async () => {
    await app({ 'main.js': `import '@gen/hero.webp';`, 'assets.gen.json': '{' });
    const error = await build(open).then(
      () => null,
      (thrown: unknown) => thrown as Error,
    );
    expect(error?.message).toContain('ASSETGEN_MANIFEST: expected JSON');
    expect(error?.message).not.toMatch(/resolve|not found/i);
  });

  it('fails when an asset failed', async () => {
    await app({ 'main.js': '' });
    const failed = { code: 'ASSETGEN_JOB_FAILED', asset: 'a', message: 'a failed', hint: null };
    const project = folderProjects({ runs: 0, closed: false }, { errors: [failed] });
    await expect(build(project)).rejects.toThrow('ASSETGEN_JOB_FAILED: a failed');
  });

  it('sees a changed manifest in the next build', async () => {
    await app({ 'main.js': `export { default } from '@gen/props/dragon';` });
    await build(open);
    const manifest = { ...MANIFEST, 'props/dragon.glb': { text: 'glTF green' } };
    await writeFile(join(root, 'assets.gen.json'), JSON.stringify(manifest));
    const { default: dragon } = await run();
    expect(await emitted((dragon as { url: string }).url)).toBe('glTF green');
  });
});

describe('esbuild style sheets', () => {
  it('point at the emitted file', async () => {
    await app({
      'main.js': `import './style.css';`,
      'style.css': `@import './deep.css';`,
      'deep.css': `body { background: url(@gen/hero.webp) }`,
    });
    await BUNDLERS[2]![1](folderProjects({ runs: 0, closed: false }));
    const css = await readFile(join(root, 'dist/main.css'), 'utf8');
    const file = /url\("?\.\/(hero-\w+\.webp)"?\)/.exec(css)?.[1];
    expect(await readFile(join(root, 'dist', file!), 'utf8')).toBe('RIFF hero');
  });

  it.each([
    ['url(@gen/props/dragon)', 'ASSETGEN_NOT_A_FILE: "@gen/props/dragon"'],
    // esbuild reads no strings there.
    ['image-set("@gen/hero.webp" 1x)', 'Write url(@gen/hero.webp)'],
  ])('fail on %s', async (written, told) => {
    await app({ 'main.js': `import './s.css';`, 's.css': `body { background: ${written} }` });
    const open = folderProjects({ runs: 0, closed: false });
    await expect(BUNDLERS[2]![1](open)).rejects.toThrow(told);
    const build = esbuild.build({
      absWorkingDir: root,
      entryPoints: ['main.js'],
      bundle: true,
      outdir: 'dist/alone',
      logLevel: 'silent',
      plugins: [{ name: 'assetgen', setup: (b) => connectEsbuild(b, open, {}) }],
    });
    await expect(build).rejects.toThrow(told);
  });
});

it.each([
  [{ outfile: 'dist/x/main.js', assetNames: '../media/[name]' }, 'dist/media'],
  [{ outfile: 'main.out.js', assetNames: '[name]' }, '.'],
])('esbuild writes the large files of %o', async (output, to) => {
  await app({ 'main.js': `import url from '@gen/hero.webp'; console.log(url);` });
  const open = folderProjects({ runs: 0, closed: false });
  await esbuild.build({
    absWorkingDir: root,
    entryPoints: ['main.js'],
    bundle: true,
    logLevel: 'silent',
    ...output,
    plugins: [{ name: 'assetgen', setup: (b) => connectEsbuild(b, open, { largeFileBytes: 0 }) }],
  });
  expect(await readFile(join(root, to, 'hero.webp'), 'utf8')).toBe('RIFF hero');
  // What stands for it in the project stays.
  expect(await readFile(join(root, '.assetgen/stubs/hero.webp'), 'utf8')).toContain('git-lfs');
});

describe('esbuild loaders', () => {
  it("of the user's hold for the user's files, ours for ours", async () => {
    await app({
      'main.js': `import hero from '@gen/hero.webp'; import dragon from '@gen/props/dragon.glb';
        import own from './own.webp'; export { hero, dragon, own };`,
      'own.webp': 'of the user',
    });
    const open = folderProjects({ runs: 0, closed: false });
    await esbuild.build({
      absWorkingDir: root,
      entryPoints: ['main.js'],
      bundle: true,
      format: 'esm',
      outdir: 'dist',
      outExtension: { '.js': '.mjs' },
      loader: { '.webp': 'dataurl' },
      logLevel: 'silent',
      plugins: [{ name: 'assetgen', setup: (b) => connectEsbuild(b, open, {}) }],
    });
    const out = (await import(pathToFileURL(join(root, 'dist/main.mjs')).href)) as Record<
      'hero' | 'dragon' | 'own',
      string
    >;
    expect(await readFile(join(root, 'dist', out.hero), 'utf8')).toBe('RIFF hero');
    expect(await readFile(join(root, 'dist', out.dragon), 'utf8')).toBe('glTF dragon');
    expect(out.own).toMatch(/^data:image\/webp/);
  });

  it('are handed a stub for a large file, also where its path is written', async () => {
    await app({
      'main.js': `import dragon from '@gen/props/dragon.glb';
        import same from './.assetgen/files/props/dragon.glb'; export { dragon, same };`,
    });
    const open = folderProjects({ runs: 0, closed: false });
    const large = { largeFileBytes: 4 };
    const result = await esbuild.build({
      absWorkingDir: root,
      entryPoints: ['main.js'],
      bundle: true,
      format: 'esm',
      outdir: 'dist',
      outExtension: { '.js': '.mjs' },
      logLevel: 'silent',
      plugins: [{ name: 'assetgen', setup: (b) => connectEsbuild(b, open, large) }],
    });
    const { dragon, same } = (await import(pathToFileURL(join(root, 'dist/main.mjs')).href)) as {
      dragon: string;
      same: string;
    };
    expect(same).toBe(dragon);
    expect(await readFile(join(root, 'dist', dragon), 'utf8')).toBe('glTF dragon');
    // What esbuild itself had in its hands.
    expect(result.metafile?.outputs[`dist/${dragon.slice(2)}`]?.bytes).toBeGreaterThan(100);
  });
});

describe("esbuild's plugin", () => {
  const settings = (...plugins: esbuild.Plugin[]): esbuild.BuildOptions => ({
    absWorkingDir: root,
    entryPoints: ['main.js'],
    bundle: true,
    outdir: 'dist',
    logLevel: 'silent',
    plugins,
  });
  const ours = (open: OpenProject, options: PluginOptions = {}): esbuild.Plugin => ({
    name: 'assetgen',
    setup: (build) => connectEsbuild(build, open, options),
  });

  it('leaves modules of other plugins alone, which no file holds', async () => {
    await app({ 'main.js': `import 'virtual.js'; import '@own/hero.webp';` });
    const other: esbuild.Plugin = {
      name: 'virtual',
      setup(build) {
        build.onResolve({ filter: /^virtual/ }, ({ path }) => ({ path, namespace: 'virtual' }));
        build.onLoad({ filter: /./, namespace: 'virtual' }, () => ({ contents: 'virtual();' }));
      },
    };
    const own = ours(folderProjects({ runs: 0, closed: false }), { prefix: '@own' });
    await esbuild.build(settings(own, other));
    expect(await readFile(join(root, 'dist/main.js'), 'utf8')).toContain('virtual();');
  });

  it('is asked of no other import, and of sources outside node_modules', async () => {
    await app({
      'main.js': `import './other.ts'; import 'three'; import '@own/hero.webp';`,
      'other.ts': '',
      'node_modules/three/index.js': '',
    });
    const asked: string[] = [];
    const setup = (build: esbuild.PluginBuild) => {
      const noted = <Arguments extends { path: string }, Result>(
        use: (given: Arguments) => Result,
      ) => {
        return (given: Arguments): Result => {
          asked.push(basename(given.path));
          return use(given);
        };
      };
      return connectEsbuild(
        {
          ...build,
          onResolve: (filter, use) => build.onResolve(filter, noted(use)),
          onLoad: (filter, use) => build.onLoad(filter, noted(use)),
        },
        folderProjects({ runs: 0, closed: false }),
        { prefix: '@own' },
      );
    };
    await esbuild.build(settings({ name: 'assetgen', setup }));
    expect(asked.toSorted()).toEqual(['hero.webp', 'main.js', 'other.ts']);
  });

  it('makes one question of the imports of many files', async () => {
    const imports = Array.from(
      { length: 20 },
      (_each, at) =>
        `import f${at} from '@gen/${at % 2 === 0 ? 'hero.webp' : 'props/dragon.glb'}';`,
    );
    const names = imports.map((_each, at) => `f${at}`).join(', ');
    await app({ 'main.js': `${imports.join('\n')}\nconsole.log(${names});` });
    const asked: string[] = [];
    const setup = (build: esbuild.PluginBuild) =>
      connectEsbuild(
        {
          ...build,
          onResolve: (filter, use) =>
            build.onResolve(filter, (given) => {
              asked.push(given.path);
              return use(given);
            }),
        },
        folderProjects({ runs: 0, closed: false }),
        { largeFileBytes: 10 },
      );
    const { metafile } = await esbuild.build({
      ...settings({ name: 'assetgen', setup }),
      metafile: true,
    });
    expect(asked).toEqual([expect.stringMatching(/^@gen\/:/)]);
    const outputs = Object.keys(metafile?.outputs ?? {}).map((path) => path.replace(/-\w+\./, '.'));
    expect(outputs.toSorted()).toEqual(['dist/dragon.glb', 'dist/hero.webp', 'dist/main.js']);
    const dragon = Object.keys(metafile?.outputs ?? {}).find((path) => path.endsWith('.glb'));
    expect(await readFile(join(root, dragon!), 'utf8')).toBe('glTF dragon');
  });

  it.each([undefined, true])(
    'replaces each stub, and finds a name in a script, where a metafile is %s',
    async (metafile) => {
      await app({ 'main.js': `import dragon from '@gen/props/dragon.glb'; console.log(dragon);` });
      const build = () => {
        const own = ours(folderProjects({ runs: 0, closed: false }), { largeFileBytes: 10 });
        const given = metafile === undefined ? {} : { metafile };
        return esbuild.build({ ...settings(own), ...given, entryPoints: ['main.js'] });
      };
      // The second build finds stubs of the first.
      for (const run of ['first', 'second']) {
        await build();
        const names = await readdir(join(root, 'dist'));
        const [dragon, ...others] = names.filter((name) => name.endsWith('.glb'));
        expect(others, run).toEqual([]);
        expect(await readFile(join(root, 'dist', dragon!), 'utf8'), run).toBe('glTF dragon');
        await rm(join(root, 'dist'), { recursive: true });
      }
      await rm(join(root, '.assetgen/stubs'), { recursive: true });
      await writeFile(join(root, 'main.js'), `new Image().src = '@gen/props/dragon.glb';`);
      const failed = (await build().catch((error: unknown) => error)) as esbuild.BuildFailure;
      expect(failed.errors[0]).toMatchObject({
        text: expect.stringContaining('@gen/props/dragon.glb'),
        location: { file: join(root, 'main.js'), line: 1 },
      });
    },
  );

  it("reads a source with the user's loader", async () => {
    await app({
      'main.js': `import { text } from './text.js';
        export default [<a b={new URL('@gen/hero.webp', import.meta.url).href} />, text];`,
      'text.js': `export { default as text } from './words.ts';`,
      'words.ts': `new URL('@gen/words', import.meta.url)`,
    });
    const own = ours(folderProjects({ runs: 0, closed: false }));
    const loader = { '.js': 'jsx', '.ts': 'text' } as const;
    await esbuild.build({ ...settings(own), loader, format: 'esm', jsxFactory: 'h' });
    const code = await readFile(join(root, 'dist/main.js'), 'utf8');
    expect(code).toMatch(/hero-\w+\.webp/);
    expect(code).toContain('h("a"');
    expect(code).toContain(`"new URL('@gen/words', import.meta.url)"`);
  });

  it('looks again, when a build begins, at what it read of the config before', async () => {
    await app({ 'main.js': '' });
    const open = folderProjects({ runs: 0, closed: false });
    const calls: string[] = [];
    const noting: OpenProject = (given) => {
      const project = open(given);
      return {
        ...project,
        settings: () => (calls.push('settings'), project.settings()),
        invalidate: () => (calls.push('invalidate'), project.invalidate()),
        ensure: (asked) => (calls.push('ensure'), project.ensure(asked)),
      };
    };
    await esbuild.build(settings(ours(noting)));
    expect(calls.slice(0, 3)).toEqual(['settings', 'invalidate', 'ensure']);
  });

  it('says that it has to begin again where the prefix changes under it', async () => {
    await app({ 'main.js': `import '@gen/hero.webp';` });
    const open = folderProjects({ runs: 0, closed: false });
    let prefix = '@gen';
    const changing: OpenProject = (given) => {
      const project = open(given);
      return {
        ...project,
        async ensure(asked) {
          const { report, view } = await project.ensure(asked);
          return { report, view: { ...view, prefix } };
        },
      };
    };
    const context = await esbuild.context(settings(ours(changing)));
    await context.rebuild();
    prefix = '@own';
    await expect(context.rebuild()).rejects.toThrow(
      /ASSETGEN_CONFIG: the prefix of imports was "@gen" and is now "@own"\n +Start the build again/,
    );
    await context.dispose();
  });
});

const JSX = `const h = (...given) => given;
  export const page: unknown = <p title="it's">don't {new URL('@gen/hero.webp', import.meta.url).href}</p>;`;
const SHIPPED = /new URL\([\w$]+, ?import\.meta\.url\)/;

it.each([
  ['where nobody names a folder', {}, 'dist'],
  ['into a folder', { dir: 'out' }, 'out'],
  ['into a file', { file: 'out/main.js' }, 'out'],
])(
  'Rolldown in another folder, which has the project, writes large files %s',
  async (_, output, to) => {
    await app({ 'main.js': `export { default } from '@gen/hero.webp';` });
    const open = folderProjects({ runs: 0, closed: false });
    const plugin = createRollupFamilyPlugin(open, { largeFileBytes: 0 });
    const bundle = await rolldown({ cwd: root, input: 'main.js', plugins: [plugin], onLog() {} });
    await bundle.write({ assetFileNames: '[name][extname]', ...output });
    await bundle.close();
    expect(await readFile(join(root, to, 'hero.webp'), 'utf8')).toBe('RIFF hero');
    expect(await readFile(join(root, to, 'models/dragon.glb'), 'utf8')).toBe('glTF small dragon');
  },
);

it.each(['esm', 'cjs', 'iife'] as const)(
  'Rolldown: the format %s, without a false warning',
  async (format) => {
    await app({ 'main.js': `import url from '@gen/hero.webp'; globalThis.url = url;` });
    const plugin = createRollupFamilyPlugin(folderProjects({ runs: 0, closed: false }), { root });
    const logs: string[] = [];
    const bundle = await rolldown({
      input: join(root, 'main.js'),
      plugins: [plugin],
      onLog: (level, { message }) => void (level === 'warn' && logs.push(message)),
    });
    const { output } = await bundle.generate({ format });
    await bundle.close();
    expect(output[0].code).toMatch(/assets\/hero-[\w-]+\.webp/);
    expect(logs).toEqual([]);
  },
);

it('Rolldown: new URL in TSX, which it reads itself', async () => {
  await app({ 'main.tsx': JSX });
  const plugin = createRollupFamilyPlugin(folderProjects({ runs: 0, closed: false }), { root });
  const jsx = { runtime: 'classic', pragma: 'h' } as const;
  const input = { input: join(root, 'main.tsx'), transform: { jsx }, plugins: [plugin] };
  const bundle = await rolldown({ ...input, onLog() {} });
  const { output } = await bundle.generate();
  await bundle.close();
  expect(output[0].code).toMatch(SHIPPED);
});

it.each([0, 1])('Rollup: new URL in TSX, with ours as plugin %d of two', async (at) => {
  await app({ 'main.tsx': JSX });
  const plugin = createRollupFamilyPlugin(folderProjects({ runs: 0, closed: false }), { root });
  const typescript = {
    name: 'typescript',
    async transform(code: string, id: string) {
      if (!id.endsWith('.tsx')) return null;
      const { code: made } = await esbuild.transform(code, { loader: 'tsx', jsxFactory: 'h' });
      return { code: made, map: null };
    },
  };
  const plugins = [typescript];
  plugins.splice(at, 0, plugin as unknown as typeof typescript);
  const bundle = await rollup({ input: join(root, 'main.tsx'), plugins, onLog() {} });
  const { output } = await bundle.generate({});
  await bundle.close();
  expect(output[0].code).toMatch(SHIPPED);
});

it('Rolldown asks of no other import', async () => {
  await app({
    'main.js': `import './other.js'; import url from '@own/hero.webp'; console.log(url);`,
    'other.js': 'console.log(1);',
  });
  const open = folderProjects({ runs: 0, closed: false });
  const plugin = createRollupFamilyPlugin(open, { root, prefix: '@own' });
  const asked: string[] = [];
  const { handler } = plugin.resolveId;
  plugin.resolveId.handler = function noted(source, importer) {
    asked.push(source);
    return handler.call(this, source, importer);
  };
  const bundle = await rolldown({ input: join(root, 'main.js'), plugins: [plugin] });
  await bundle.write({ dir: join(root, 'dist') });
  await bundle.close();
  expect(asked).toEqual(['@own/hero.webp']);
});

describe.each(['Rollup', 'Rolldown'])('%s', (name) => {
  const imports = Array.from(
    { length: 20 },
    (_each, at) => `import f${at} from '@gen/f${at}.glb';`,
  );
  const files = Object.fromEntries(
    imports.map((_each, at) => [`f${at}.glb`, { text: `glTF ${at}` }]),
  );
  const main = `${imports.join('\n')}
    export default [${imports.map((_each, at) => `f${at}`).join(', ')}];`;
  const OTHER = `import './other.js';`;
  const create = () =>
    createRollupFamilyPlugin(folderProjects({ runs: 0, closed: false }), { root });

  it.each([
    ['one module of many files', OTHER, [expect.stringMatching(/^\0assetgen::/)]],
    ['no module of them where nothing else is imported', '', []],
  ])('makes %s', async (_what, other, modules) => {
    await app({
      'main.js': other + main,
      'other.js': 'console.log(1);',
      'assets.gen.json': JSON.stringify(files),
    });
    const plugin = create();
    const asked: string[] = [];
    const { handler } = plugin.resolveId;
    plugin.resolveId.handler = function noted(source, importer) {
      asked.push(source);
      return handler.call(this, source, importer);
    };
    const options = { input: join(root, 'main.js'), plugins: [plugin] };
    const bundle = await (name === 'Rollup' ? rollup(options) : rolldown(options));
    const { output } = await bundle.write({ dir: join(root, 'dist') });
    await bundle.close();
    expect(asked.filter((source) => /gen/.test(source))).toEqual(modules);
    expect(output.filter(({ type }) => type === 'asset')).toHaveLength(20);
  });
});

it.each([
  ['constants', ''],
  ['one module', `import './other.js';`],
])("Rollup's cache of an older build is of use: imports as %s", async (_way, other) => {
  const imports = Array.from({ length: 20 }, (_each, at) => `import f${at} from '@gen/hero.webp';`);
  const main = `${other}${imports.join('\n')}\nexport default [f0, f19];`;
  await app({ 'main.js': main, 'other.js': 'console.log(1);' });
  let cache: RollupCache | undefined;
  for (const text of ['RIFF hero', 'RIFF another']) {
    const manifest = { ...MANIFEST, 'hero.webp': { text } };
    await writeFile(join(root, 'assets.gen.json'), JSON.stringify(manifest));
    const open = folderProjects({ runs: 0, closed: false });
    const plugin = createRollupFamilyPlugin(open, { root });
    const options = { input: join(root, 'main.js'), plugins: [plugin], onLog() {} };
    const bundle = await rollup(cache === undefined ? options : { ...options, cache });
    const { output } = await bundle.generate({});
    await bundle.close();
    const files = output.filter(({ fileName }) => fileName.endsWith('.webp'));
    expect(files).toHaveLength(1);
    expect(files[0]).toMatchObject({ source: Buffer.from(text) });
    expect(output[0].code).toContain(files[0]!.fileName);
    cache = bundle.cache;
  }
});
