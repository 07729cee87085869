import { resolve } from 'node:path';
import type { ImportKind, OnResolveResult, PluginBuild } from 'esbuild';
import { failureOf } from '../shared/failure.ts';
import type { ObjectModules } from '../shared/object-modules.ts';
import type { PluginProject } from '../shared/plugin-project.ts';
import { importFilter, parseImportId } from '../shared/references/import-id.ts';
import { refuseAsset } from '../shared/references/not-a-file.ts';
import { GATHERED } from './gather-imports.ts';
import { OWN_FILE, ownFile } from './own-files.ts';
import { toMessage } from './to-message.ts';

/** What is so of the build under way. */
export interface BuildState {
  /** Why no import is known was told for the whole build. */
  blocked: boolean;
  /** For the first answer of a build: esbuild watches what any of them names. */
  watchFiles: string[];
}

/** Answers what the imports of assets mean. @param gathered modules that stand for several files, by their names */
export function resolveImports(
  build: PluginBuild,
  { prefix, session, large, noteImport }: PluginProject,
  modules: ObjectModules,
  gathered: ReadonlyMap<string, unknown>,
  state: BuildState,
): void {
  const folder = build.initialOptions.absWorkingDir ?? process.cwd();
  const watchFiles = (): string[] => state.watchFiles.splice(0);

  build.onResolve({ filter: importFilter(prefix) }, ({ path, resolveDir, importer, kind }) => {
    const written = parseImportId(path, prefix);
    if (state.blocked) {
      return written === null ? null : { path, external: true, watchFiles: watchFiles() };
    }
    if (written === null) {
      // A large file that is named by its path is the same file.
      const file = large.at(resolve(resolveDir, path));
      return file === undefined ? null : { path: large.pathOf(file) };
    }
    if (gathered.has(written.name)) {
      return { path: written.name, namespace: GATHERED, watchFiles: watchFiles() };
    }
    const known = session.known(written.id);
    if (known?.type !== 'file') return resolveImport(written.id, importer, kind);
    const file = large.pathOf(known.file);
    const found = written.query === OWN_FILE ? ownFile(file, importer, folder) : { path: file };
    return { ...found, watchFiles: watchFiles() };
  });

  /** Of objects, and of what fails. */
  async function resolveImport(
    id: string,
    importer: string,
    kind: ImportKind,
  ): Promise<OnResolveResult | null> {
    try {
      if (kind === 'url-token') await refuseAsset({ prefix, session }, id, importer);
      const resolved = await session.resolve(id);
      noteImport(importer, id);
      if (resolved === null) return null;
      const isFile = resolved.type === 'file';
      const path = isFile ? large.pathOf(resolved.file) : await modules.write(resolved);
      return { path, watchFiles: watchFiles() };
    } catch (error) {
      // With a path, or esbuild warns that what is watched does nothing, although it watches it.
      return { path: id, errors: [toMessage(failureOf(error))], watchFiles: watchFiles() };
    }
  }
}
