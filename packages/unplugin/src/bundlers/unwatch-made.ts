import { join, sep } from 'node:path';
import type { FamilyPlugin } from './webpack-family.ts';

interface Paths extends Iterable<string> {
  delete(path: string): boolean;
}

/** What is used of webpack's compiler. */
export interface WatchingCompiler {
  readonly hooks: {
    readonly done: {
      tap(
        options: { readonly name: string; readonly stage: number },
        use: (stats: {
          readonly compilation: {
            readonly fileDependencies: Paths;
            readonly missingDependencies: Paths;
          };
        }) => void,
      ): void;
    };
  };
}

/**
 * What this plugin writes is not watched. It is written before a run, which then knows of it; watched
 * too, it would start a second run after each change, and a page would wait for both.
 */
export function unwatchMade(compiler: WatchingCompiler, { name, project }: FamilyPlugin): void {
  const made = join(project.root, '.assetgen');
  compiler.hooks.done.tap({ name, stage: 1000 }, function unwatch({ compilation }) {
    for (const paths of [compilation.fileDependencies, compilation.missingDependencies]) {
      for (const path of Array.from(paths)) {
        if (path === made || path.startsWith(made + sep)) paths.delete(path);
      }
    }
  });
}
