import type { FamilyPlugin } from './webpack-family.ts';

/** What is used of webpack's compiler. */
export interface HashCompiler {
  readonly hooks: {
    readonly thisCompilation: {
      tap(
        name: string,
        use: (compilation: {
          readonly hooks: {
            readonly fullHash: {
              tap(name: string, use: (hash: { update(text: string): unknown }) => void): void;
            };
          };
        }) => void,
      ): void;
    };
  };
}

/**
 * An error is part of webpack's hash. Were the hash after a repair the one before the mistake, a page
 * would be given the hot update that led to the error, for ever.
 */
export function tellRepairsApart(compiler: HashCompiler, plugin: FamilyPlugin): void {
  compiler.hooks.thisCompilation.tap(plugin.name, function tapCompilation({ hooks }) {
    hooks.fullHash.tap(plugin.name, function addMistakes(hash) {
      if (plugin.mistakes > 0) hash.update(`assetgen ${plugin.mistakes}`);
    });
  });
}
