import { openProject } from '@assetgen/core/warm';
import { mountGallery } from './frameworks-gallery.ts';
import { connectRspack } from './rspack/rspack-plugin.ts';
import { createRsbuildPlugin } from './rsbuild/rsbuild-plugin.ts';
import type { RsbuildPlugin } from './rsbuild/rsbuild-api.ts';
import type { PluginOptions } from './shared/plugin-options.ts';

export type { RsbuildPlugin } from './rsbuild/rsbuild-api.ts';
export type { PluginOptions } from './shared/plugin-options.ts';

/**
 * Generated assets in Rsbuild 2 and in tools that take its plugins. Its dev server shows the gallery and prints its address; a build that ships drafts has a warning.
 *
 * @example
 * // rsbuild.config.ts
 * import assetgen from '@assetgen/unplugin/rsbuild';
 * export default { plugins: [assetgen()] };
 */
export default function assetgen(options: PluginOptions = {}): RsbuildPlugin {
  return createRsbuildPlugin({
    connect: (compiler, tool) => connectRspack(compiler, openProject, options, tool),
    mountGallery,
  });
}
