import type { PluginBuild } from 'esbuild';
import { createAssetgen } from './create-assetgen.ts';
import { esbuildPlugin } from './esbuild/esbuild-plugin.ts';
import type { PluginOptions } from './shared/plugin-options.ts';

export type { PluginOptions } from './shared/plugin-options.ts';

/** What `Bun.build` takes as a plugin. */
export interface BunPlugin {
  readonly name: string;
  /** @param build the object that Bun hands to each plugin */
  setup(build: object): void | Promise<void>;
}

/**
 * Generated assets in Bun: the plugin of esbuild, with the type that `Bun.build` takes.
 *
 * @example
 * import assetgen from '@assetgen/unplugin/bun';
 * await Bun.build({ entrypoints: ['main.ts'], outdir: 'dist', plugins: [assetgen()] });
 */
const assetgen: (options?: PluginOptions) => BunPlugin = createAssetgen(
  function bunPlugin(open, options) {
    const { name, setup } = esbuildPlugin(open, options);
    return { name, setup: (build) => setup(build as PluginBuild) };
  },
);
export default assetgen;
