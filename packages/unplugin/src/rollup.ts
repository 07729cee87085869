import type { Plugin } from 'rollup';
import { createAssetgen } from './create-assetgen.ts';
import { rollupPlugin } from './rollup/rollup-plugin.ts';
import type { PluginOptions } from './shared/plugin-options.ts';

export type { PluginOptions } from './shared/plugin-options.ts';

/**
 * Generated assets in Rollup 4.
 *
 * @example
 * // rollup.config.js
 * import assetgen from '@assetgen/unplugin/rollup';
 * export default { input: 'main.js', plugins: [assetgen()] };
 */
const assetgen: (options?: PluginOptions) => Plugin = createAssetgen(rollupPlugin);
export default assetgen;
