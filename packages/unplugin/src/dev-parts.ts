// What only Vite's dev server needs.
export { lookAgain } from './dev/look-again.ts';
export { printGallery } from './dev/print-gallery.ts';
export { servePublicOutputs } from './dev/public-outputs.ts';
export { startOutputs } from './dev/start-outputs.ts';
export type { PluginProject } from './plugin-project.ts';
export { toRollupError } from './rollup-error.ts';
export type { RollupError } from './rollup-error.ts';
