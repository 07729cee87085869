import { openProject } from '@assetgen/core/warm';
import { mountGallery } from './frameworks-gallery.ts';
import { createNuxtModule } from './nuxt/nuxt-module.ts';
import type { NuxtModule } from './nuxt/nuxt-module.ts';
import { withGallery } from './vite.ts';

export type { NuxtModule } from './nuxt/nuxt-module.ts';
export type { PluginOptions } from './shared/plugin-options.ts';

/**
 * Generated assets in Nuxt 4 with its Vite builder: the plugin in the builds of page and server, the gallery and its
 * address in `nuxt dev`, and the types of the imports from `nuxt prepare` on.
 *
 * @example
 * // nuxt.config.ts
 * export default defineNuxtConfig({ modules: ['@assetgen/unplugin/nuxt'] });
 */
const assetgen: NuxtModule = createNuxtModule({
  open: openProject,
  vite: withGallery(mountGallery),
});
export default assetgen;
