import { openProject } from '@assetgen/core/warm';
import type { Plugin } from 'rollup';
import { createRollupFamilyPlugin } from './bundlers/rollup-family.ts';
import type { PluginOptions } from './options.ts';

export type { PluginOptions } from './options.ts';

/**
 * Generated assets in Rollup 4.
 *
 * @example
 * // rollup.config.js
 * import assetgen from '@assetgen/unplugin/rollup';
 * export default { input: 'main.js', plugins: [assetgen()] };
 */
export default function assetgen(options: PluginOptions = {}): Plugin {
  return createRollupFamilyPlugin(openProject, options, 'ROLLUP_FILE_URL_');
}
