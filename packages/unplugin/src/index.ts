import { createUnplugin } from 'unplugin';
import type { UnpluginInstance, UnpluginOptions } from 'unplugin';
import esbuild from './esbuild.ts';
import rolldown from './rolldown.ts';
import rollup from './rollup.ts';
import rspack from './rspack.ts';
import type { PluginOptions } from './shared/plugin-options.ts';
import vite from './vite.ts';
import webpack from './webpack.ts';

export type { PluginOptions } from './shared/plugin-options.ts';

/** The plugin by the name of its bundler: `assetgen.vite()`, `assetgen.webpack()`. */
export type Assetgen = Pick<UnpluginInstance<PluginOptions | undefined>, Bundler>;

export type Bundler = 'vite' | 'webpack' | 'rspack' | 'rollup' | 'rolldown' | 'esbuild';

const NAME = 'assetgen';

/** What unplugin hands to each bundler. Every hook is the bundler's own, with its own filters. */
const PLUGINS: Readonly<
  Record<Bundler, (options: PluginOptions) => UnpluginOptions | UnpluginOptions[]>
> = {
  vite: (options) => vite(options).map((each) => ({ name: each.name, vite: each })),
  webpack: (options) => {
    const plugin = webpack(options);
    return { name: NAME, webpack: (compiler) => plugin.apply(compiler) };
  },
  rspack: (options) => {
    const plugin = rspack(options);
    return { name: NAME, rspack: (compiler) => plugin.apply(compiler) };
  },
  rollup: (options) => ({ name: NAME, rollup: rollup(options) }),
  // Unplugin may have the types of another version.
  rolldown: (options) => {
    const plugin = rolldown(options) as unknown;
    return { name: NAME, rolldown: plugin } as UnpluginOptions;
  },
  esbuild: (options) => ({ name: NAME, esbuild: esbuild(options) }),
};

/**
 * Generated assets in every bundler. The entries `/vite`, `/webpack`, `/rspack`, `/rollup`, `/rolldown`
 * and `/esbuild` give one of these each, and load that one only: neither the others nor unplugin itself.
 *
 * @example
 * import assetgen from '@assetgen/unplugin';
 * export default { plugins: [assetgen.rollup()] };
 */
const assetgen: Assetgen = createUnplugin<PluginOptions | undefined>(function createFor(
  options = {},
  { framework },
) {
  const createPlugin = (PLUGINS as Partial<typeof PLUGINS>)[framework as Bundler];
  if (createPlugin === undefined) throw new Error(`assetgen has no plugin for ${framework}`);
  return createPlugin(options);
});
export default assetgen;
