// One build in a process of its own: node build.mjs <bundler> <root> <entry> <own | plugin> [vite-imagetools]
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const [bundler, root, entry, way, more] = process.argv.slice(2);
// What Vite minds about folders is the working one.
process.chdir(root);
const require = createRequire(join(root, 'package.json'));
const outDir = join(root, 'dist');

/** The plugins of ours are loaded only where they are used: their start is a part of the cost. */
async function plugins(name) {
  if (way === 'plugin')
    return [(await import(pathToFileURL(require.resolve(name)).href)).default()];
  if (more === undefined) return [];
  return [(await load(more)).imagetools()];
}

const load = async (name) => import(pathToFileURL(require.resolve(name)).href);

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
    const { rspack } = await load('@rspack/core');
    await run(rspack(webpackConfig(await plugins('@assetgen/unplugin/rspack'))));
  },
};

function webpackConfig(all) {
  const rules = way === 'own' ? [{ test: /\.(?:glb|png)$/, type: 'asset/resource' }] : [];
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
