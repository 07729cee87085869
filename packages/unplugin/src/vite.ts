import type { Plugin } from 'vite';
import { createAssetgen } from './create-assetgen.ts';
import type { MountGallery } from './shared/mount-gallery.ts';
import type { PluginOptions } from './shared/plugin-options.ts';
import { vitePlugins } from './vite/vite-plugins.ts';

export type { MountGallery } from './shared/mount-gallery.ts';
export type { PluginOptions } from './shared/plugin-options.ts';

/** The same plugin with a gallery in its dev server: `@assetgen/vite-plugin` hands in its own. */
export function withGallery(mountGallery?: MountGallery): (options?: PluginOptions) => Plugin[] {
  return createAssetgen(vitePlugins, mountGallery);
}

/**
 * Generated assets in Vite 6, 7 and 8, without the gallery that `@assetgen/vite-plugin` adds.
 *
 * @example
 * // vite.config.js
 * import assetgen from '@assetgen/unplugin/vite';
 * export default { plugins: [assetgen()] };
 */
const assetgen: (options?: PluginOptions) => Plugin[] = withGallery();
export default assetgen;
