import { mountGallery } from './frameworks-gallery.ts';
import { createAstroIntegration } from './astro/astro-integration.ts';
import type { AstroIntegration } from './astro/astro-integration.ts';
import type { PluginOptions } from './shared/plugin-options.ts';
import { withGallery } from './vite.ts';

export type { AstroIntegration } from './astro/astro-integration.ts';
export type { PluginOptions } from './shared/plugin-options.ts';

/**
 * Generated assets in Astro 5 and newer: the Vite plugin, the gallery's address in `astro dev`, and the types of the
 * imports in Astro's own `.astro/types.d.ts`.
 *
 * @example
 * // astro.config.mjs
 * import assetgen from '@assetgen/unplugin/astro';
 * export default { integrations: [assetgen()] };
 */
export default function assetgen(options: PluginOptions = {}): AstroIntegration {
  return createAstroIntegration(
    (base) => withGallery((project) => mountGallery(project, base)),
    options,
  );
}
