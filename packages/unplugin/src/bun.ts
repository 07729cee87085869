import type { PluginBuild } from 'esbuild';
import esbuild from './esbuild.ts';
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
export default function assetgen(options?: PluginOptions): BunPlugin {
  const { name, setup } = esbuild(options);
  return { name, setup: (build) => setup(build as PluginBuild) };
}
