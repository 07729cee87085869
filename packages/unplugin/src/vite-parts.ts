// What the plugin for Vite is made of. Parts of their own, so that a build loads no other bundler's.
export { createRollupHooks } from './shared/rollup-family/rollup-hooks.ts';
export type {
  HookContext,
  RollupDifferences,
  RollupHooks,
} from './shared/rollup-family/rollup-hooks.ts';
export { createViteUrls } from './vite/vite-urls.ts';
export type { ViteConfig, ViteUrls } from './vite/vite-urls.ts';
export { withoutFalseWarnings } from './vite/without-false-warnings.ts';
export { createUpdates } from './vite/updates.ts';
export type { HotMessage, Update, Updates } from './vite/updates.ts';
export type { EmittingContext } from './shared/rollup-family/emit-output.ts';
export type { Failure } from './shared/failure.ts';
export { parseImportId, virtualId } from './shared/references/import-id.ts';
export type { ImportId } from './shared/references/import-id.ts';
export { renameInManifests } from './vite/rename-in-manifests.ts';
export type { LargeFiles } from './shared/large/large-files.ts';
export type { PluginOptions } from './shared/plugin-options.ts';
export { openPluginProject } from './shared/plugin-project.ts';
export type { BundlerSituation, PluginProject } from './shared/plugin-project.ts';
export type { TransformedCode } from './shared/references/replace-text.ts';
export type { RollupError } from './shared/rollup-family/rollup-error.ts';
export type { Refresh, Session } from './shared/session.ts';
export { createTextReferences } from './vite/text-references.ts';
export type { TextReferences, TextUrls } from './vite/text-references.ts';
