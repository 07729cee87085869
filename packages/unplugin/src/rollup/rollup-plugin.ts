import type { OpenProject } from '@assetgen/core';
import type { Plugin } from 'rollup';
import type { PluginOptions } from '../shared/plugin-options.ts';
import { createRollupFamilyPlugin } from '../shared/rollup-family/rollup-family-plugin.ts';

export function rollupPlugin(open: OpenProject, options: PluginOptions): Plugin {
  return createRollupFamilyPlugin(open, options) as Plugin;
}
