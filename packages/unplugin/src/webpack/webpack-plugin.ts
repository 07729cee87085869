import type { OpenProject } from '@assetgen/core';
import type { Compiler, WebpackPluginInstance } from 'webpack';
import type { MountGallery } from '../shared/mount-gallery.ts';
import { failureOf } from '../shared/failure.ts';
import type { PluginOptions } from '../shared/plugin-options.ts';
import { connectFamily } from '../shared/webpack-family/connect-family.ts';
import type { FamilyHost } from '../shared/webpack-family/family-host.ts';
import { claimModules } from './claim-modules.ts';
import { emitLazily } from './emit-lazily.ts';
import { renewHotUpdates } from './renew-hot-updates.ts';
import { resolveImports } from './resolve-imports.ts';
import { serveGallery } from './serve-gallery.ts';

export function webpackPlugin(
  open: OpenProject,
  options: PluginOptions,
  mountGallery?: MountGallery,
): WebpackPluginInstance {
  return { apply: (compiler) => connectWebpack(compiler, open, options, mountGallery) };
}

/**
 * Rspack takes webpack's plugins, and has other insides than this one works with.
 *
 * @throws Error `ASSETGEN_BUNDLER`
 */
function refuseRspack(compiler: Compiler): void {
  if (!('rspack' in compiler)) return;
  const error = new Error('this is the plugin for webpack, but Rspack runs the build');
  const hint =
    "Use the one for Rspack and Rsbuild: import assetgen from '@assetgen/unplugin/rspack'.";
  const { text } = failureOf(Object.assign(error, { code: 'ASSETGEN_BUNDLER', hint }));
  throw Object.assign(new Error(text), { code: 'ASSETGEN_BUNDLER', stack: text });
}

export function connectWebpack(
  compiler: Compiler,
  open: OpenProject,
  options: PluginOptions,
  mountGallery?: MountGallery,
  host: FamilyHost | null = null,
): void {
  refuseRspack(compiler);
  const plugin = connectFamily(compiler, open, options, host);
  resolveImports(compiler, plugin);
  claimModules(compiler, plugin);
  emitLazily(compiler, plugin);
  renewHotUpdates(compiler, plugin);
  if (mountGallery !== undefined) serveGallery(compiler, plugin.project, mountGallery);
}
