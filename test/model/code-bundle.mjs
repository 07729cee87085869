// Bundles main.js of the working directory into dist-<bundler>/ with each bundler that is named; another $ENTRY into
// a folder with its name, and without what is not used.
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const root = process.cwd();
const near = createRequire(join(root, 'node_modules/@assetgen/unplugin/package.json'));
const load = async (name) => import(pathToFileURL(near.resolve(name)).href);
const plugin = async (bundler) => (await load(`@assetgen/unplugin/${bundler}`)).default();
const entry = process.env.ENTRY ?? 'main.js';
const input = join(root, entry);
const isMain = entry === 'main.js';

const family = async (bundler, make, out) => {
  const compiler = make({
    mode: 'production',
    context: root,
    entry: { main: input },
    output: { path: out, publicPath: 'auto', filename: 'main.js' },
    infrastructureLogging: { level: isMain ? 'none' : 'warn' },
    performance: false,
    optimization: { minimize: !isMain },
    plugins: [await plugin(bundler)],
  });
  await new Promise((resolve, reject) => {
    compiler.run((error, stats) => {
      compiler.close(() => {
        if (error || stats.hasErrors()) reject(error ?? new Error(stats.toString('errors-only')));
        else resolve();
      });
    });
  });
};

const BUNDLERS = {
  async vite(out) {
    const { build } = await load('vite');
    const plugins = [await plugin('vite')];
    const pages = ['index.html', 'components.html'].map((page) => join(root, page));
    const page = { rollupOptions: { input: isMain ? pages : input } };
    const built = { outDir: out, ...page };
    await build({ root, base: './', logLevel: 'silent', plugins, build: built });
  },
  webpack: async (out) => family('webpack', (await load('webpack')).default, out),
  rspack: async (out) => family('rspack', (await load('@rspack/core')).rspack, out),
  async rollup(out) {
    const { rollup } = await load('rollup');
    const folder = join(root, 'node_modules/three');
    // Of packages Rollup knows nothing itself.
    const resolveId = (id) => {
      if (id === 'three') return join(folder, 'build/three.module.js');
      return id.startsWith('three/addons/') ? join(folder, 'examples/jsm', id.slice(13)) : null;
    };
    const plugins = [await plugin('rollup'), { name: 'three', resolveId }];
    const bundle = await rollup({ input, plugins, onLog: isMain ? () => {} : undefined });
    await bundle.write({ dir: out, entryFileNames: 'main.js' });
    await bundle.close();
  },
  async ssr(out) {
    const { build } = await load('vite');
    const plugins = [await plugin('vite')];
    await build({ root, logLevel: 'silent', plugins, build: { ssr: input, outDir: out } });
  },
  async rolldown(out) {
    const { rolldown } = await load('rolldown');
    const bundle = await rolldown({ input, plugins: [await plugin('rolldown')], cwd: root });
    await bundle.write({ dir: out, entryFileNames: 'main.js' });
  },
  async esbuild(out) {
    const { build } = await load('esbuild');
    await build({
      entryPoints: [input],
      bundle: true,
      format: 'esm',
      outdir: out,
      publicPath: './',
      logLevel: 'error',
      plugins: [await plugin('esbuild')],
    });
  },
};

const suffix = isMain ? '' : `-${entry.replace(/\.js$/, '')}`;
for (const bundler of process.argv.slice(2)) {
  await BUNDLERS[bundler](join(root, `dist-${bundler}${suffix}`));
}
