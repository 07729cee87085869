import type { RspackPluginInstance } from '@rspack/core';
import { createAssetgen } from './create-assetgen.ts';
import { rspackPlugin } from './rspack/rspack-plugin.ts';
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
const assetgen: (options?: PluginOptions) => RspackPluginInstance = createAssetgen(rspackPlugin);
export default assetgen;
