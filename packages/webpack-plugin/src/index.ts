export type { AssetgenFactory, PluginOptions } from './assetgen.ts';
// `require()` gives what is exported under the second name. TypeScript before 5.6 cannot read it: package.json gives it
// the types of the other file.
export { default, default as 'module.exports' } from './assetgen.ts';
