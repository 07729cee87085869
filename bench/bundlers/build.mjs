// One build in a process of its own: node build.mjs <bundler> <root> <entry> <way> [vite-imagetools]
// The ways: the bundler's own; our plugin; the shortest plugin that there is, for bundlers that emit no
// files by themselves or ask plugins at a price; lines: modules of one line in place of assets, in Vite.
import { createRequire } from 'node:module';
import { readFile, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { shortestPlugin } from './shortest-plugins.mjs';

const [bundler, root, entry, way, more] = process.argv.slice(2);
// What Vite minds about folders is the working one.
process.chdir(root);
const require = createRequire(join(root, 'package.json'));
const outDir = join(root, 'dist');

/** The plugins of ours are loaded only where they are used: their start is a part of the cost. */
async function plugins(name) {
  if (way === 'plugin')
    return [(await import(pathToFileURL(require.resolve(name)).href)).default()];
  if (way === 'shortest') return [shortestPlugin(bundler, root)];
  if (way === 'lines') return [lines()];
  if (more === undefined) return [];
  return [(await load(more)).imagetools()];
}

// What only our own packages use may be installed beside them.
const near = createRequire(
  createRequire(import.meta.url).resolve('@assetgen/unplugin/package.json'),
);
const load = async (name, from = require) => import(pathToFileURL(from.resolve(name)).href);

const BUNDLERS = {
  async vite() {
    const { build } = await load('vite');
    await build({
      root,
      configFile: false,
      logLevel: 'error',
      plugins: await plugins('@assetgen/vite-plugin'),
      build: { outDir, emptyOutDir: true, rollupOptions: { input: join(root, entry) } },
    });
  },
  async webpack() {
    const { default: webpack } = await load('webpack');
    await run(webpack(webpackConfig(await plugins('@assetgen/webpack-plugin'))));
  },
  async rspack() {
    const { rspack } = await load('@rspack/core', near);
    await run(rspack(webpackConfig(await plugins('@assetgen/unplugin/rspack'))));
  },
  async rollup() {
    const { rollup } = await load('rollup', near);
    const own = way === 'own' ? [emitting()] : [];
    await writeBundle(rollup, {
      plugins: [...own, ...(await plugins('@assetgen/unplugin/rollup'))],
    });
  },
  async rolldown() {
    const { rolldown } = await load('rolldown', near);
    const own = way === 'own' ? [emitting()] : [];
    await writeBundle(rolldown, {
      plugins: [...own, ...(await plugins('@assetgen/unplugin/rolldown'))],
    });
  },
  async esbuild() {
    const { build } = await load('esbuild', near);
    await rm(outDir, { recursive: true, force: true });
    await build({
      absWorkingDir: root,
      entryPoints: [entry],
      bundle: true,
      format: 'esm',
      outdir: outDir,
      logLevel: 'error',
      loader: way === 'plugin' ? {} : { '.glb': 'file' },
      plugins: await plugins('@assetgen/unplugin/esbuild'),
    });
  },
};

function lines() {
  return {
    name: 'lines',
    enforce: 'pre',
    resolveId: { filter: { id: /^@gen\// }, handler: (id) => `\0${id}.js` },
    load: { filter: { id: /^\0@gen\// }, handler: (id) => `export default ${JSON.stringify(id)};` },
  };
}

/** Rollup and Rolldown have no way of their own: the shortest plugin that there is. */
function emitting() {
  return {
    name: 'emitting',
    load: {
      filter: { id: /\.glb$/ },
      async handler(id) {
        const source = await readFile(id);
        const reference = this.emitFile({ type: 'asset', name: basename(id), source });
        return `export default import.meta.ROLLUP_FILE_URL_${reference};`;
      },
    },
  };
}

async function writeBundle(create, { plugins: all }) {
  await rm(outDir, { recursive: true, force: true });
  const bundle = await create({ input: join(root, entry), plugins: all, onLog() {} });
  await bundle.write({ dir: outDir });
  await bundle.close();
}

function webpackConfig(all) {
  const rules = way !== 'plugin' ? [{ test: /\.(?:glb|png)$/, type: 'asset/resource' }] : [];
  return {
    mode: 'production',
    context: root,
    entry: `./${entry}`,
    output: { path: outDir, clean: true },
    performance: false,
    module: { rules },
    plugins: all,
  };
}

function run(compiler) {
  return new Promise((resolve, reject) => {
    compiler.run((error, stats) => {
      if (error) return reject(error);
      if (stats.hasErrors()) return reject(new Error(stats.toString('errors-only')));
      compiler.close(() => resolve());
    });
  });
}

await BUNDLERS[bundler]();
