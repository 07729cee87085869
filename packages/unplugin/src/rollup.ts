import { openProject } from '@assetgen/core/warm';
import type { Plugin } from 'rollup';
import { createRollupPlugin } from 'unplugin';
import { createRollupFamilyPlugin } from './shared/rollup-family/rollup-family-plugin.ts';
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
const assetgen: (options?: PluginOptions) => Plugin = createRollupPlugin<PluginOptions | undefined>(
  (options = {}) => {
    const { name, ...rollup } = createRollupFamilyPlugin(openProject, options, 'ROLLUP_FILE_URL_');
    return { name, rollup };
  },
) as (options?: PluginOptions) => Plugin;
export default assetgen;
