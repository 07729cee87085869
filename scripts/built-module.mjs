// For benchmarks, tests and scripts: a module of ours that no package exports, as `npm run build` made it.

/** @param {string} source by its path in the repository, as `packages/core/src/store/cas/blob-store.ts` */
export function builtModule(source) {
  const file = source.replace(/(^|\/)src\//, '$1dist/modules/').replace(/\.ts$/, '.js');
  return import(new URL(`../${file}`, import.meta.url).href);
}
