import { openProject } from '@assetgen/core/warm';
import type { RspackPluginInstance } from '@rspack/core';
import { connectRspack } from './bundlers/rspack-plugin.ts';
import type { PluginOptions } from './options.ts';

export type { PluginOptions } from './options.ts';

/**
 * Generated assets in Rspack 2.
 *
 * @example
 * // rspack.config.mjs
 * import assetgen from '@assetgen/unplugin/rspack';
 * export default { entry: './main.js', plugins: [assetgen()] };
 */
export default function assetgen(options: PluginOptions = {}): RspackPluginInstance {
  return { apply: (compiler) => connectRspack(compiler, openProject, options) };
}
