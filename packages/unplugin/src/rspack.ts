import { openProject } from '@assetgen/core/warm';
import type { RspackPluginInstance } from '@rspack/core';
import { createRspackPlugin } from 'unplugin';
import { connectRspack } from './rspack/rspack-plugin.ts';
import type { PluginOptions } from './shared/plugin-options.ts';

export type { PluginOptions } from './shared/plugin-options.ts';

/**
 * Generated assets in Rspack 2.
 *
 * @example
 * // rspack.config.mjs
 * import assetgen from '@assetgen/unplugin/rspack';
 * export default { entry: './main.js', plugins: [assetgen()] };
 */
const assetgen: (options?: PluginOptions) => RspackPluginInstance = createRspackPlugin<
  PluginOptions | undefined
>((options = {}) => ({
  name: 'assetgen',
  rspack: (compiler) => connectRspack(compiler, openProject, options),
}));
export default assetgen;
