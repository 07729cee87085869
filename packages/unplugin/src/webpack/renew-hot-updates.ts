import type { FamilyPlugin } from '../shared/webpack-family/family-plugin.ts';

interface Asset {
  readonly name: string;
  readonly source: object;
  readonly info: {
    readonly immutable?: boolean | undefined;
    readonly hotModuleReplacement?: boolean | undefined;
  };
}

/** What is used of webpack's compiler; in Rspack no hash was seen to come back. */
export interface HotCompiler {
  readonly hooks: {
    readonly thisCompilation: {
      tap(
        name: string,
        use: (compilation: {
          readonly hooks: {
            readonly processAssets: {
              tap(
                options: { readonly name: string; readonly stage: number },
                use: () => void,
              ): void;
            };
          };
          getAssets(): readonly Asset[];
          updateAsset(name: string, source: object, info: object): void;
        }) => void,
      ): void;
    };
  };
  readonly webpack: { readonly Compilation: { readonly PROCESS_ASSETS_STAGE_REPORT: number } };
}

/**
 * Lets a hot update be written again. It is named for the hash that it leads away from, and marked
 * as immutable: where a hash comes back (a mistake and its repair, modules that were built in
 * another order) the first update from it would be served for ever, and a page would go round
 * between two old hashes without end.
 */
export function renewHotUpdates(compiler: HotCompiler, { name }: FamilyPlugin): void {
  const stage = compiler.webpack.Compilation.PROCESS_ASSETS_STAGE_REPORT;
  compiler.hooks.thisCompilation.tap(name, function tapCompilation(compilation) {
    compilation.hooks.processAssets.tap({ name, stage }, function unmarkUpdates() {
      for (const asset of compilation.getAssets()) {
        if (asset.info.hotModuleReplacement !== true || asset.info.immutable !== true) continue;
        compilation.updateAsset(asset.name, asset.source, { immutable: false });
      }
    });
  });
}
