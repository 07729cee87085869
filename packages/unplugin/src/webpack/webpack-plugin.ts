import type { OpenProject } from '@assetgen/core';
import type { UnpluginOptions } from 'unplugin';
import type { Compiler } from 'webpack';
import type { MountGallery } from '../shared/mount-gallery.ts';
import type { PluginOptions } from '../shared/plugin-options.ts';
import { connectFamily } from '../shared/webpack-family/connect-family.ts';
import { claimModules } from './claim-modules.ts';
import { emitLazily } from './emit-lazily.ts';
import { renewHotUpdates } from './renew-hot-updates.ts';
import { resolveImports } from './resolve-imports.ts';
import { serveGallery } from './serve-gallery.ts';

export function webpackPlugin(
  open: OpenProject,
  options: PluginOptions,
  mountGallery?: MountGallery,
): UnpluginOptions {
  return {
    name: 'assetgen',
    webpack: (compiler) => connectWebpack(compiler, open, options, mountGallery),
  };
}

export function connectWebpack(
  compiler: Compiler,
  open: OpenProject,
  options: PluginOptions,
  mountGallery?: MountGallery,
): void {
  const plugin = connectFamily(compiler, open, options);
  resolveImports(compiler, plugin);
  claimModules(compiler, plugin);
  emitLazily(compiler, plugin);
  renewHotUpdates(compiler, plugin);
  if (mountGallery !== undefined) serveGallery(compiler, plugin.project, mountGallery);
}
