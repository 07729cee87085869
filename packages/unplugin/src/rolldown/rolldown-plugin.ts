import type { OpenProject } from '@assetgen/core';
import type { UnpluginOptions } from 'unplugin';
import type { PluginOptions } from '../shared/plugin-options.ts';
import { createRollupFamilyPlugin } from '../shared/rollup-family/rollup-family-plugin.ts';

export function rolldownPlugin(open: OpenProject, options: PluginOptions): UnpluginOptions {
  const { name, ...rolldown } = createRollupFamilyPlugin(open, options, 'ROLLDOWN_FILE_URL_');
  return { name, rolldown };
}
