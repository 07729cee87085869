import { openProject } from '@assetgen/core/warm';
import type { Plugin } from 'rolldown';
import { createRollupFamilyPlugin } from './bundlers/rollup-family.ts';
import type { PluginOptions } from './options.ts';

export type { PluginOptions } from './options.ts';

/**
 * Generated assets in Rolldown 1.
 *
 * @example
 * // rolldown.config.js
 * import assetgen from '@assetgen/unplugin/rolldown';
 * export default { input: 'main.js', plugins: [assetgen()] };
 */
export default function assetgen(options: PluginOptions = {}): Plugin {
  return createRollupFamilyPlugin(openProject, options, 'ROLLDOWN_FILE_URL_');
}
