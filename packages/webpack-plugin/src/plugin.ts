import type { OpenProject } from '@assetgen/core';
import { connectFamily, emitLazily, renewHotUpdates } from '@assetgen/unplugin/webpack-parts';
import type { PluginOptions } from '@assetgen/unplugin/webpack-parts';
import type { Compiler } from 'webpack';
import { serveGallery } from './dev-server.ts';
import { claimModules } from './module-types.ts';
import { resolveImports } from './resolve-imports.ts';

/** The plugin over any core; `assetgen()` hands in the real one. */
export function connectWebpack(
  compiler: Compiler,
  open: OpenProject,
  options: PluginOptions,
): void {
  const plugin = connectFamily(compiler, open, options);
  resolveImports(compiler, plugin);
  claimModules(compiler, plugin);
  emitLazily(compiler, plugin);
  renewHotUpdates(compiler, plugin);
  serveGallery(compiler, plugin.project);
}
