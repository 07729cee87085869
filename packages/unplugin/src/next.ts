import { openProject } from '@assetgen/core/warm';
import { withAssetgenOf } from './next/with-assetgen.ts';
import type { ConfigFunction, GivenConfig } from './next/with-assetgen.ts';
import type { PluginOptions } from './shared/plugin-options.ts';

export type { ConfigFunction, GivenConfig } from './next/with-assetgen.ts';
export type { PluginOptions } from './shared/plugin-options.ts';

/**
 * Generated assets in Next 15 and 16, with Turbopack and with webpack. `next build` makes missing assets before it
 * compiles or checks types; `next dev` shows drafts, and replaces them where they stand.
 *
 * @example
 * // next.config.ts; the outermost wrapper of the config
 * import { withAssetgen } from '@assetgen/unplugin/next';
 * export default withAssetgen({ reactStrictMode: true });
 */
const withAssetgen: <Config extends object>(
  nextConfig?: GivenConfig<Config>,
  options?: PluginOptions,
) => ConfigFunction<Config> = withAssetgenOf(openProject);

export { withAssetgen, withAssetgen as default };
