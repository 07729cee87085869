import { openProject } from '@assetgen/core/warm';
import type { Plugin } from 'rolldown';
import { createRolldownPlugin } from 'unplugin';
import { createRollupFamilyPlugin } from './shared/rollup-family/rollup-family-plugin.ts';
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
const assetgen: (options?: PluginOptions) => Plugin = createRolldownPlugin<
  PluginOptions | undefined
>((options = {}) => {
  const { name, ...rolldown } = createRollupFamilyPlugin(
    openProject,
    options,
    'ROLLDOWN_FILE_URL_',
  );
  return { name, rolldown };
}) as unknown as (options?: PluginOptions) => Plugin;
export default assetgen;
