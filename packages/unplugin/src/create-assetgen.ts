import { openProject } from '@assetgen/core/warm';
import type { OpenProject } from '@assetgen/core';
import type { MountGallery } from './shared/mount-gallery.ts';
import type { PluginOptions } from './shared/plugin-options.ts';

/** What a bundler's folder has to offer: the plugin as its bundler takes it. */
export type BundlerPlugin<Plugin> = (
  open: OpenProject,
  options: PluginOptions,
  mountGallery?: MountGallery,
) => Plugin;

/**
 * The plugin of one bundler. Each entry hands in its own folder, so that it loads no other's files: a start of each
 * costs what all cost together. The library unplugin, by which the main entry has them all, would be half of the start.
 *
 * @param mountGallery shows the project in dev servers; without it they have no gallery
 */
export function createAssetgen<Plugin>(
  createPlugin: BundlerPlugin<Plugin>,
  mountGallery?: MountGallery,
): (options?: PluginOptions) => Plugin {
  return function assetgen(options = {}) {
    return createPlugin(openProject, options, mountGallery);
  };
}
