export type { PluginOptions } from './options.ts';
