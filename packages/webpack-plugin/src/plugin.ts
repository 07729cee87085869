import type { OpenProject } from '@assetgen/core';
import { connectFamily } from '@assetgen/unplugin';
import type { PluginOptions } from '@assetgen/unplugin';
import type { Compiler, WebpackPluginInstance } from 'webpack';
import { claimModules } from './module-types.ts';
import { resolveImports } from './resolve-imports.ts';

/** The plugin over any core; `assetgen()` hands in the real one. */
export function createPlugin(open: OpenProject, options: PluginOptions): WebpackPluginInstance {
  return {
    apply(compiler: Compiler) {
      const plugin = connectFamily(compiler, open, options);
      resolveImports(compiler, plugin);
      claimModules(compiler, plugin);
    },
  };
}
