import type { OpenProject } from '@assetgen/core';
import type { UnpluginOptions } from 'unplugin';
import type { PluginOptions } from '../shared/plugin-options.ts';
import { createRollupFamilyPlugin } from '../shared/rollup-family/rollup-family-plugin.ts';

export function rollupPlugin(open: OpenProject, options: PluginOptions): UnpluginOptions {
  const { name, ...rollup } = createRollupFamilyPlugin(open, options, 'ROLLUP_FILE_URL_');
  return { name, rollup };
}
