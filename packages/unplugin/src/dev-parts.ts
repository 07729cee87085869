// What only Vite's dev server needs.
export { lookAgain } from './vite/look-again.ts';
export { printGallery } from './vite/print-gallery.ts';
export { servePublicOutputs } from './vite/serve-public-outputs.ts';
export { startOutputs } from './vite/start-outputs.ts';
export type { PluginProject } from './shared/plugin-project.ts';
export { toRollupError } from './shared/rollup-family/rollup-error.ts';
export type { RollupError } from './shared/rollup-family/rollup-error.ts';
