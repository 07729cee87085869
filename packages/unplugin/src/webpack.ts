import type { WebpackPluginInstance } from 'webpack';
import { createAssetgen } from './create-assetgen.ts';
import type { MountGallery } from './shared/mount-gallery.ts';
import type { PluginOptions } from './shared/plugin-options.ts';
import { webpackPlugin } from './webpack/webpack-plugin.ts';

export type { MountGallery } from './shared/mount-gallery.ts';
export type { PluginOptions } from './shared/plugin-options.ts';

/** The same plugin with a gallery in its dev server: `@assetgen/webpack-plugin` hands in its own. */
export function withGallery(
  mountGallery?: MountGallery,
): (options?: PluginOptions) => WebpackPluginInstance {
  return createAssetgen(webpackPlugin, mountGallery);
}

/**
 * Generated assets in webpack 5, without the gallery that `@assetgen/webpack-plugin` adds.
 *
 * @example
 * // webpack.config.js
 * import assetgen from '@assetgen/unplugin/webpack';
 * export default { plugins: [assetgen()] };
 */
const assetgen: (options?: PluginOptions) => WebpackPluginInstance = withGallery();
export default assetgen;
