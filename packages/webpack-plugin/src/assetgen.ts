import { withGallery } from '@assetgen/unplugin/webpack';
import type { PluginOptions } from '@assetgen/unplugin/webpack';
import type { WebpackPluginInstance } from 'webpack';

export type { PluginOptions } from '@assetgen/unplugin/webpack';

export interface AssetgenFactory {
  (options?: PluginOptions): WebpackPluginInstance;
  default: AssetgenFactory;
}

/**
 * Generated 3D models, images and videos as imports.
 *
 * @example
 * // webpack.config.js
 * import assetgen from '@assetgen/webpack-plugin'; // or: const assetgen = require('@assetgen/webpack-plugin')
 * export default { plugins: [assetgen()] };
 *
 * // main.js
 * import dragonUrl from '@gen/props/dragon.glb'; // the URL of the file
 * import hero from '@gen/hero'; // { kind, url, width, height, srcset, files, … }
 */
const assetgen = withGallery(async function mountGallery(project, base) {
  // Loaded where a dev server starts: a build has no gallery.
  const { galleryMiddleware } = await import('@assetgen/gallery/mount');
  return galleryMiddleware(project, base);
}) as AssetgenFactory;

// Serves configs that are transpiled to CommonJS.
assetgen.default = assetgen;
export default assetgen;
