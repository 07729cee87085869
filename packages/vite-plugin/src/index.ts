import { withGallery } from '@assetgen/unplugin/vite';
import type { PluginOptions } from '@assetgen/unplugin/vite';
import type { Plugin } from 'vite';

export type { PluginOptions } from '@assetgen/unplugin/vite';

/**
 * Generated 3D models, images and videos as imports.
 *
 * @example
 * // vite.config.js
 * import assetgen from '@assetgen/vite-plugin';
 * export default { plugins: [assetgen()] };
 *
 * // main.js
 * import dragonUrl from '@gen/props/dragon.glb'; // the URL of the file
 * import hero from '@gen/hero'; // { kind, url, width, height, srcset, files, … }
 */
const assetgen: (options?: PluginOptions) => Plugin[] = withGallery(
  async function mountGallery(project, base) {
    // Loaded where a dev server starts: a build has no gallery.
    const { galleryMiddleware } = await import('@assetgen/gallery/mount');
    return galleryMiddleware(project, base);
  },
);
export default assetgen;
