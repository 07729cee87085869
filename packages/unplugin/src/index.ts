export type { PluginOptions } from './shared/plugin-options.ts';
