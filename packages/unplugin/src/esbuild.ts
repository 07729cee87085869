import type { Plugin } from 'esbuild';
import { createAssetgen } from './create-assetgen.ts';
import { esbuildPlugin } from './esbuild/esbuild-plugin.ts';
import type { PluginOptions } from './shared/plugin-options.ts';

export type { PluginOptions } from './shared/plugin-options.ts';

/**
 * Generated assets in esbuild.
 *
 * @example
 * import assetgen from '@assetgen/unplugin/esbuild';
 * await esbuild.build({ entryPoints: ['main.js'], bundle: true, outdir: 'dist', plugins: [assetgen()] });
 */
const assetgen: (options?: PluginOptions) => Plugin = createAssetgen(esbuildPlugin);
export default assetgen;
