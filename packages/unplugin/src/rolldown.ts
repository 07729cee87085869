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
// unplugin's types are of its own copy of Rolldown, and hold lists of plugins too.
const assetgen: (options?: PluginOptions) => Plugin = createAssetgen({ rolldown: rolldownPlugin })
  .rolldown as unknown as (options?: PluginOptions) => Plugin;
export default assetgen;
