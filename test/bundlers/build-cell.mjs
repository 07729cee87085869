// Builds cells of the contract in the working directory. Spoken to over IPC: gets
// { bundler, mode, out, at, cdn }, answers { ok, found?, error? }.
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { createHash } from 'node:crypto';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const root = process.cwd();
const require = createRequire(join(root, 'package.json'));
// What only a package of ours uses may be installed beside that package.
const near = createRequire(join(root, 'node_modules/@assetgen/unplugin/package.json'));
const load = async (name, from = require) => import(pathToFileURL(from.resolve(name)).href);
const plugin = async (name, cell) => (await load(name)).default(optionsOf(cell));

/** Every file is large, or none is; "default" has the limit that users have. */
const optionsOf = ({ size }) =>
  size === 'default' ? {} : { largeFileBytes: size === 'stub' ? 0 : Infinity };

const sha256 = (bytes) => createHash('sha256').update(bytes).digest('hex');

/** Runs a bundle in Node; a fresh URL each time, for the module cache. */
const collect = async (file) =>
  (await import(`${pathToFileURL(file).href}?${Math.random()}`)).collect();

const vite = (name) => async (cell) => {
  const { mode, out, cdn } = cell;
  const { build, createBuilder } = await load(name);
  const files = { assetFileNames: 'a/[name][extname]' };
  const input = join(root, 'index.html');
  const server = {
    build: { ssr: 'node.js', rollupOptions: { output: { entryFileNames: 'node.mjs' } } },
  };
  const MODES = {
    root: {},
    folder: { base: '/foo/' },
    relative: { base: './' },
    cdn: { base: cdn },
    'renderBuiltUrl: string': {
      experimental: {
        renderBuiltUrl: (file, { hostType }) =>
          hostType === 'js' ? cdn + file : { relative: true },
      },
    },
    'renderBuiltUrl: runtime': {
      experimental: {
        renderBuiltUrl: (file, { hostType }) =>
          hostType === 'js' ? { runtime: `hosted(${JSON.stringify(file)})` } : { relative: true },
      },
    },
    'names without a hash': { build: { rollupOptions: { output: files } } },
    'names of only a hash': {
      build: { rollupOptions: { output: { assetFileNames: '[hash][extname]' } } },
    },
    'one style sheet, manifests, source maps': {
      build: { cssCodeSplit: false, manifest: true, ssrManifest: true, sourcemap: true },
    },
    'over an older build': { build: { emptyOutDir: false } },
    'two entries': {
      build: { rollupOptions: { input: { index: input, other: join(root, 'other.html') } } },
    },
    SSR: server,
    'SSR with emitAssets': { build: { ...server.build, emitAssets: true, ssrEmitAssets: true } },
    library: {
      build: {
        lib: { entry: join(root, 'library.js'), formats: ['es'], fileName: () => 'library.mjs' },
      },
    },
    'inline and raw': {
      build: {
        lib: { entry: join(root, 'bytes.js'), formats: ['es'], fileName: () => 'bytes.mjs' },
      },
    },
    'write: false': { build: { write: false } },
  };
  const config = (more = {}) => ({
    root,
    configFile: false,
    logLevel: 'silent',
    plugins: [cell.plugin],
    ...more,
    build: { outDir: out, emptyOutDir: true, minify: false, ...more.build },
  });
  cell.plugin = await plugin('@assetgen/vite-plugin', cell);
  if (mode === 'two environments') {
    const builder = await createBuilder({
      ...config(),
      environments: {
        ssr: {
          build: {
            outDir: join(out, 'server'),
            rollupOptions: { input: join(root, 'node.js'), output: { entryFileNames: 'node.mjs' } },
          },
        },
      },
      builder: { sharedConfigBuild: true, sharedPlugins: true },
    });
    await builder.build(builder.environments.client);
    await builder.build(builder.environments.ssr);
    return collect(join(out, 'server/node.mjs'));
  }
  const built = await build(config(MODES[mode]));
  if (mode === 'over an older build') await build(config(MODES[mode]));
  if (mode.startsWith('SSR')) return collect(join(out, 'node.mjs'));
  if (mode === 'library') {
    const { url } = await import(pathToFileURL(join(out, 'library.mjs')).href);
    return { url: { 'props/crate.glb': url } };
  }
  if (mode === 'inline and raw') {
    const { inline, raw } = await import(pathToFileURL(join(out, 'bytes.mjs')).href);
    return {
      bytes: {
        'sky.png': sha256(Buffer.from(inline.split(',')[1], 'base64')),
        raw: raw.slice(0, 4),
      },
    };
  }
  if (mode === 'write: false') {
    const assets = built.output.filter(
      ({ type, fileName }) => type === 'asset' && /\.(?:glb|webp|png)$/.test(fileName),
    );
    return { memory: assets.map(({ fileName, source }) => [fileName, sha256(source)]) };
  }
  return undefined;
};

/** webpack and Rspack share their configuration. */
function familyConfig(cell, ours) {
  const { mode, out, cdn } = cell;
  const [glb, css] = [/\.glb$/, /\.css$/];
  const config = {
    mode: 'production',
    context: root,
    entry: { main: `./${cell.entry}` },
    output: { path: out, publicPath: 'auto' },
    experiments: cell.bundler === 'webpack' ? { css: true } : {},
    infrastructureLogging: { level: 'none' },
    performance: false,
    // A minimiser is a thread of its own for each build; users have one, and so have the cells that come first.
    optimization: { minimize: mode === 'root' },
    module: { rules: [{ test: css, type: 'css/auto' }] },
    plugins: [ours],
  };
  const node = {
    target: 'node',
    entry: { node: './node.js' },
    experiments: { ...config.experiments, outputModule: true },
    output: {
      ...config.output,
      path: join(out, 'server'),
      publicPath: '/',
      filename: '[name].mjs',
      module: true,
      chunkFormat: 'module',
      library: { type: 'module' },
    },
  };
  const MODES = {
    root: {},
    folder: { output: { publicPath: '/foo/' } },
    cdn: { output: { publicPath: cdn } },
    'names without a hash': { output: { assetModuleFilename: 'a/[name][ext]' } },
    "names with the file's folder": {
      output: { assetModuleFilename: 'a/[path][name].[contenthash][ext]' },
    },
    'two entries': { entry: { ...config.entry, other: './library.js' } },
    "rules of the user's": {
      module: {
        rules: [
          ...config.module.rules,
          { test: glb, use: [join(root, 'loader.cjs')] },
          { test: glb, type: 'asset/source' },
        ],
      },
    },
    clean: { output: { clean: true } },
    'over an older build': {},
    Node: node,
  };
  const more = MODES[mode] ?? {};
  return { config: { ...config, ...more, output: { ...config.output, ...more.output } }, node };
}

function run(compiler) {
  return new Promise((resolve, reject) => {
    compiler.run((error, stats) => {
      compiler.close(() => {
        if (error) reject(error);
        else if (stats.hasErrors())
          reject(new Error(stats.toString({ all: false, errors: true, colors: false })));
        else resolve(stats);
      });
    });
  });
}

/** The least that a bundler needs to write into memory. */
function memoryFiles() {
  const files = new Map();
  const missing = (path) => Object.assign(new Error(`ENOENT: ${path}`), { code: 'ENOENT' });
  const last = (args) => args.at(-1);
  return {
    files,
    mkdir: (...args) => last(args)(null),
    rmdir: (...args) => last(args)(null),
    unlink: (...args) => last(args)(null),
    readdir: (...args) => last(args)(null, []),
    writeFile(path, bytes, ...rest) {
      files.set(path, Buffer.from(bytes));
      last(rest)(null);
    },
    stat(path, ...rest) {
      const bytes = files.get(path);
      if (bytes === undefined) return last(rest)(missing(path));
      last(rest)(null, { isFile: () => true, isDirectory: () => false, size: bytes.length });
    },
    readFile(path, ...rest) {
      const bytes = files.get(path);
      last(rest)(bytes === undefined ? missing(path) : null, bytes);
    },
  };
}

const family = (name, pluginName, create) => async (cell) => {
  const { mode, out } = cell;
  const bundle = await create();
  const build = async (change = (config) => config) => {
    const { config } = familyConfig(cell, await plugin(pluginName, cell));
    return run(bundle(change(config)));
  };
  const web = async (config) => {
    const { default: Html } = await load('html-webpack-plugin');
    config.plugins.push(
      new Html({ template: 'webpack.html', scriptLoading: 'module', inject: 'body' }),
    );
    return config;
  };
  if (mode === 'several compilers') {
    const first = familyConfig(cell, await plugin(pluginName, cell));
    const second = familyConfig(cell, await plugin(pluginName, cell));
    await run(
      bundle([
        await web({ ...first.config, name: 'web' }),
        { ...second.config, ...second.node, name: 'node' },
      ]),
    );
    return collect(join(out, 'server/node.mjs'));
  }
  if (mode === 'memory') {
    const system = memoryFiles();
    const { config } = familyConfig(cell, await plugin(pluginName, cell));
    const compiler = bundle(config);
    compiler.outputFileSystem = system;
    await run(compiler);
    const made = [...system.files].filter(([path]) => /\.(?:glb|webp|png)$/.test(path));
    return { memory: made.map(([path, bytes]) => [path, sha256(bytes)]) };
  }
  if (mode === 'compressed') {
    const { default: Compression } = await load('compression-webpack-plugin');
    await build((config) => ({
      ...config,
      plugins: [
        ...config.plugins,
        new Compression({ test: /\.glb$/, threshold: 0, minRatio: Infinity }),
      ],
    }));
    return undefined;
  }
  if (mode === 'persistent cache') {
    const cache = CACHES[name](cell.cache);
    const manifest = await readFile('assets.gen.json', 'utf8');
    await build((config) => ({ ...config, ...cache }));
    // Another asset under the same name.
    await writeFile('assets.gen.json', manifest.replace('a wooden crate', 'a steel crate'));
    try {
      const { length: kept } = await readdir(cell.cache, { recursive: true });
      await build((config) => ({ ...config, ...cache }));
      return { cache: { kept, ...(await crateOf(out)) } };
    } finally {
      await writeFile('assets.gen.json', manifest);
    }
  }
  if (mode === 'Node') {
    await build();
    return collect(join(out, 'server/node.mjs'));
  }
  const { config } = familyConfig(cell, await plugin(pluginName, cell));
  await run(bundle(await web(config)));
  if (mode === 'over an older build') {
    const again = familyConfig(cell, await plugin(pluginName, cell)).config;
    await run(bundle(await web(again)));
  }
  return undefined;
};

/** The emitted file that has the bytes of the crate as the lock now says, and the bundle. */
async function crateOf(out) {
  const { assets } = JSON.parse(await readFile('assets.gen.lock.json', 'utf8'));
  const { digest } = assets['props/crate'].outputs['props/crate.glb'];
  const names = (await readdir(out)).filter((name) => name.endsWith('.glb'));
  const digests = await Promise.all(
    names.map(async (name) => sha256(await readFile(join(out, name)))),
  );
  const crate = names[digests.indexOf(digest.replace('sha256-', ''))] ?? 'no such file';
  return { crate, bundle: await readFile(join(out, 'main.js'), 'utf8') };
}

const CACHES = {
  webpack: (cacheDirectory) => ({ cache: { type: 'filesystem', cacheDirectory } }),
  rspack: (directory) => ({
    cache: { type: 'persistent', storage: { type: 'filesystem', directory } },
    experiments: { cache: { type: 'persistent', storage: { type: 'filesystem', directory } } },
  }),
};

const rollupFamily = (name) => async (cell) => {
  const { mode, out, entry } = cell;
  const bundler = await load(name, near);
  const ours = await plugin(`@assetgen/unplugin/${name}`, cell);
  const MODES = { 'two entries': { main: entry, other: 'library.js' }, 'style sheet': 'styled.js' };
  const input = MODES[mode] ?? { main: entry };
  const bundle = await bundler[name]({ input, plugins: [ours], onLog() {} });
  const output = {
    dir: out,
    entryFileNames: '[name].js',
    ...(mode === 'names without a hash' ? { assetFileNames: 'a/[name][extname]' } : {}),
  };
  const write = mode === 'generate' ? 'generate' : 'write';
  const { output: made } = await bundle[write](output);
  if (mode === 'over an older build') await bundle.write(output);
  await bundle.close();
  if (mode !== 'generate') return undefined;
  const assets = made.filter(({ type }) => type === 'asset');
  return { memory: assets.map(({ fileName, source }) => [fileName, sha256(source)]) };
};

const BUNDLERS = {
  'Vite 8': vite('vite'),
  'Vite 7': vite('vite-7'),
  'Vite 6': vite('vite-6'),
  webpack: family(
    'webpack',
    '@assetgen/webpack-plugin',
    async () => (await load('webpack')).default,
  ),
  Rspack: family(
    'rspack',
    '@assetgen/unplugin/rspack',
    async () => (await load('@rspack/core', near)).rspack,
  ),
  Rollup: rollupFamily('rollup'),
  Rolldown: rollupFamily('rolldown'),
  async esbuild(cell) {
    const { mode, out, entry } = cell;
    const esbuild = await load('esbuild', near);
    const options = {
      absWorkingDir: root,
      entryPoints: { main: entry, ...(mode === 'two entries' ? { other: 'library.js' } : {}) },
      bundle: true,
      format: 'esm',
      outdir: out,
      logLevel: 'silent',
      write: mode !== 'write: false',
      ...(mode === 'folder' ? { publicPath: '/foo/' } : {}),
      ...(mode === 'cdn' ? { publicPath: cell.cdn } : {}),
      ...(mode === 'names without a hash' ? { assetNames: 'a/[name]' } : {}),
      plugins: [await plugin('@assetgen/unplugin/esbuild', cell)],
    };
    const result = await esbuild.build(options);
    if (mode === 'over an older build') await esbuild.build(options);
    if (mode !== 'write: false') return undefined;
    const made = result.outputFiles.filter(({ path }) => /\.(?:glb|webp|png)$/.test(path));
    return { memory: made.map(({ path, contents }) => [path, sha256(contents)]) };
  },
};

process.on('message', async (cell) => {
  try {
    await mkdir(cell.out, { recursive: true });
    const found = await BUNDLERS[cell.bundler](cell);
    process.send({ ok: true, found });
  } catch (error) {
    process.send({ ok: false, error: error.message });
  }
});
