// What the plugin for webpack is made of. Parts of their own, so that a build loads no other bundler's.
export { addMiddleware } from './bundlers/dev-server.ts';
export type { NamedMiddleware } from './bundlers/dev-server.ts';
export { renewHotUpdates } from './bundlers/hot-updates.ts';
export type { HotCompiler } from './bundlers/hot-updates.ts';
export { fromStyleSheet } from './bundlers/style-sheet-request.ts';
export { connectFamily } from './bundlers/webpack-family.ts';
export type { FamilyCompiler, FamilyPlugin } from './bundlers/webpack-family.ts';
export { emitLazily } from './bundlers/webpack-large.ts';
export type { LazyCompiler } from './bundlers/webpack-large.ts';
export { failureOf } from './failures.ts';
export type { Failure } from './failures.ts';
export { parseImportId } from './import-ids.ts';
export type { ImportId } from './import-ids.ts';
export type { LargeFiles } from './large/large-files.ts';
export type { ObjectModules } from './object-modules.ts';
export type { PluginOptions } from './options.ts';
export type { Session } from './session.ts';
