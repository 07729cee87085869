import type { Plugin } from 'rolldown';
import { createAssetgen } from './create-assetgen.ts';
import { rolldownPlugin } from './rolldown/rolldown-plugin.ts';
import type { PluginOptions } from './shared/plugin-options.ts';

export type { PluginOptions } from './shared/plugin-options.ts';

/**
 * Generated assets in Rolldown 1.
 *
 * @example
 * // rolldown.config.js
 * import assetgen from '@assetgen/unplugin/rolldown';
 * export default { input: 'main.js', plugins: [assetgen()] };
 */
const assetgen: (options?: PluginOptions) => Plugin = createAssetgen(rolldownPlugin);
export default assetgen;
