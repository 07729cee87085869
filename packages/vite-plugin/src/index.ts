import { openProject } from '@assetgen/core/warm';
import type { PluginOptions } from '@assetgen/unplugin';
import { createVitePlugin } from 'unplugin';
import type { Plugin } from 'vite';
import { createPlugins } from './plugins.ts';

export type { PluginOptions } from '@assetgen/unplugin';

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
const assetgen = createVitePlugin((options: PluginOptions = {}) =>
  createPlugins(openProject, options).map((vite) => ({ name: vite.name, vite })),
) as (options?: PluginOptions) => Plugin[];
export default assetgen;
