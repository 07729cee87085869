import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { failureOf } from '../failure.ts';
import { isCopiedOwn, publicTaken } from '../own-public-files.ts';
import type { PluginProject } from '../plugin-project.ts';
import { toFamilyError } from './family-error.ts';
import { PLUGIN_NAME } from './family-plugin.ts';
import type { FamilyCompilation, FamilyCompiler } from './family-plugin.ts';

/**
 * Emits public outputs under their own names, unless a file of the user's has the name.
 *
 * @param copied folders that are copied to the output as they are, from the project's
 */
export function emitPublic(
  compiler: FamilyCompiler,
  compilation: FamilyCompilation,
  { session, large }: PluginProject,
  copied: readonly string[],
): void {
  const files = session.latest()?.files.filter((file) => file.public !== undefined) ?? [];
  // Rspack pays for the hook by every asset.
  if (files.length === 0) return;
  // After the plugins that copy the user's own files.
  const stage = compiler.webpack.Compilation.PROCESS_ASSETS_STAGE_ADDITIONAL + 1;
  compilation.hooks.processAssets.tapPromise({ name: PLUGIN_NAME, stage }, async () => {
    for (const file of files) {
      const name = file.public ?? file.name;
      const own = compilation.getAsset(name)?.source.buffer();
      if (own !== undefined) {
        if (own.equals(await readFile(file.path))) continue;
        const failure = failureOf(publicTaken(file, `${name} of another plugin`));
        compilation.errors.push(toFamilyError(compiler, failure));
        continue;
      }
      const folders = copied.map((folder) => resolve(compiler.context, folder));
      const taken = folders.find((folder) => isCopiedOwn(file, folder, compiler.outputPath));
      if (taken !== undefined) {
        const failure = failureOf(publicTaken(file, join(taken, name)));
        compilation.errors.push(toFamilyError(compiler, failure));
        continue;
      }
      const bytes = large.stubOf(file) ?? (await readFile(file.path));
      compilation.emitAsset(name, new compiler.webpack.sources.RawSource(bytes));
    }
  });
}
