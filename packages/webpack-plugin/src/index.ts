import { openProject } from '@assetgen/core/warm';
import type { PluginOptions } from '@assetgen/unplugin';
import { createWebpackPlugin } from 'unplugin';
import type { WebpackPluginInstance } from 'webpack';
import { connectWebpack } from './plugin.ts';

export type { PluginOptions } from '@assetgen/unplugin';

export interface AssetgenFactory {
  (options?: PluginOptions): WebpackPluginInstance;
  default: AssetgenFactory;
}

/**
 * Generated 3D models, images and videos as imports.
 *
 * @example
 * // webpack.config.js
 * import assetgen from '@assetgen/webpack-plugin'; // or: const assetgen = require('@assetgen/webpack-plugin')
 * export default { plugins: [assetgen()] };
 *
 * // main.js
 * import dragonUrl from '@gen/props/dragon.glb'; // the URL of the file
 * import hero from '@gen/hero'; // { kind, url, width, height, srcset, files, … }
 */
const assetgen = createWebpackPlugin((options: PluginOptions = {}) => ({
  name: 'assetgen',
  webpack: (compiler) => connectWebpack(compiler, openProject, options),
})) as AssetgenFactory;

// `require()` gives what is exported under this name; its `.default` serves transpiled configs.
assetgen.default = assetgen;
export { assetgen as default, assetgen as 'module.exports' };
