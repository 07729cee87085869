// What the plugin for webpack is made of. Parts of their own, so that a build loads no other bundler's.
export { addMiddleware } from './shared/webpack-family/add-middleware.ts';
export type { NamedMiddleware } from './shared/webpack-family/add-middleware.ts';
export { renewHotUpdates } from './webpack/renew-hot-updates.ts';
export type { HotCompiler } from './webpack/renew-hot-updates.ts';
export { fromStyleSheet } from './webpack/from-style-sheet.ts';
export { connectFamily } from './shared/webpack-family/connect-family.ts';
export type { FamilyCompiler, FamilyPlugin } from './shared/webpack-family/connect-family.ts';
export { emitLazily } from './webpack/emit-lazily.ts';
export type { LazyCompiler } from './webpack/emit-lazily.ts';
export { failureOf } from './shared/failure.ts';
export type { Failure } from './shared/failure.ts';
export { parseImportId } from './shared/references/import-id.ts';
export type { ImportId } from './shared/references/import-id.ts';
export type { LargeFiles } from './shared/large/large-files.ts';
export type { ObjectModules } from './shared/object-modules.ts';
export type { PluginOptions } from './shared/plugin-options.ts';
export type { Session } from './shared/session.ts';
