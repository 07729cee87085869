import { openProject } from '@assetgen/core/warm';
import type { OpenProject } from '@assetgen/core';
import { createUnplugin } from 'unplugin';
import type { UnpluginInstance, UnpluginOptions } from 'unplugin';
import type { MountGallery } from './shared/mount-gallery.ts';
import type { PluginOptions } from './shared/plugin-options.ts';

/** The plugin by the name of its bundler: `assetgen.vite()`, `assetgen.webpack()`. */
export type Assetgen = Pick<UnpluginInstance<PluginOptions | undefined>, Bundler>;

export type Bundler = 'vite' | 'webpack' | 'rspack' | 'rollup' | 'rolldown' | 'esbuild';

/** What a bundler's folder has to offer. */
export type BundlerPlugin = (
  open: OpenProject,
  options: PluginOptions,
  mountGallery?: MountGallery,
) => UnpluginOptions | UnpluginOptions[];

/**
 * The one plugin of all bundlers. They are handed in, so that the entry of one bundler loads no
 * other's files: a start of each costs what all cost together.
 *
 * @param mountGallery shows the project in dev servers; without it they have no gallery
 */
export function createAssetgen(
  bundlers: Partial<Record<Bundler, BundlerPlugin>>,
  mountGallery?: MountGallery,
): Assetgen {
  return createUnplugin<PluginOptions | undefined>(function createFor(options = {}, { framework }) {
    const createPlugin = bundlers[framework as Bundler];
    if (createPlugin === undefined) throw new Error(`assetgen has no plugin for ${framework}`);
    return createPlugin(openProject, options, mountGallery);
  });
}
