import { createAssetgen } from './create-assetgen.ts';
import type { Assetgen } from './create-assetgen.ts';
import { esbuildPlugin } from './esbuild/esbuild-plugin.ts';
import { rolldownPlugin } from './rolldown/rolldown-plugin.ts';
import { rollupPlugin } from './rollup/rollup-plugin.ts';
import { rspackPlugin } from './rspack/rspack-plugin.ts';
import { vitePlugins } from './vite/vite-plugins.ts';
import { webpackPlugin } from './webpack/webpack-plugin.ts';

export type { Assetgen, Bundler } from './create-assetgen.ts';
export type { PluginOptions } from './shared/plugin-options.ts';

/**
 * Generated assets in every bundler. The entries `/vite`, `/webpack`, `/rspack`, `/rollup`, `/rolldown`
 * and `/esbuild` give one of these each, and load that one only.
 *
 * @example
 * import assetgen from '@assetgen/unplugin';
 * export default { plugins: [assetgen.rollup()] };
 */
const assetgen: Assetgen = createAssetgen({
  vite: vitePlugins,
  webpack: webpackPlugin,
  rspack: rspackPlugin,
  rollup: rollupPlugin,
  rolldown: rolldownPlugin,
  esbuild: esbuildPlugin,
});
export default assetgen;
