import { openProject } from '@assetgen/core/warm';
import type { Plugin } from 'esbuild';
import { createEsbuildPlugin } from 'unplugin';
import { connectEsbuild } from './esbuild/esbuild-plugin.ts';
import type { PluginOptions } from './shared/plugin-options.ts';

export type { PluginOptions } from './shared/plugin-options.ts';

/**
 * Generated assets in esbuild.
 *
 * @example
 * import assetgen from '@assetgen/unplugin/esbuild';
 * await esbuild.build({ entryPoints: ['main.js'], bundle: true, outdir: 'dist', plugins: [assetgen()] });
 */
const assetgen: (options?: PluginOptions) => Plugin = createEsbuildPlugin<
  PluginOptions | undefined
>((options = {}) => ({
  name: 'assetgen',
  esbuild: { setup: (build) => connectEsbuild(build, openProject, options) },
}));
export default assetgen;
