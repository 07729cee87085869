import { readFileSync } from 'node:fs';
import type { PluginBuild } from 'esbuild';
import { failureOf } from '../shared/failure.ts';
import type { PluginProject } from '../shared/plugin-project.ts';
import { gatheredModule, mayGather } from '../shared/references/import-id.ts';
import type { Gathering } from './load-source.ts';
import { refuseAsset } from '../shared/references/not-a-file.ts';
import { OWN_FILE } from './own-files.ts';
import { SOURCE_FILTER } from './source-filter.ts';
import { toMessage } from './to-message.ts';

/** The namespace of modules that no file holds. */
export const GATHERED = 'assetgen';

/**
 * Rewrites the sources that name assets in `new URL()`, or import many.
 *
 * @param joins whether the imports of several files may become those of one module
 * @returns the modules that stand for several files, by their names, and the sources that have the prefix, as they
 *   are found
 */
export function gatherImports(
  build: PluginBuild,
  { prefix, session, large }: PluginProject,
  folder: string,
  joins: boolean,
): {
  readonly gathered: ReadonlyMap<string, readonly string[]>;
  readonly seen: ReadonlySet<string>;
} {
  /** What the modules hold, by their names. */
  const gathered = new Map<string, readonly string[]>();
  const seen = new Set<string>();
  const gathering: Gathering = {
    isFile: (id) => joins && session.known(id)?.type === 'file',
    check: (id, path) => refuseAsset({ prefix, session }, id, path),
    moduleOf(ids) {
      const name = gatheredModule(ids);
      gathered.set(name, ids);
      return `${prefix}/${name}`;
    },
    urlQuery: build.initialOptions.splitting === true ? OWN_FILE : '',
  };

  build.onLoad({ filter: SOURCE_FILTER, namespace: 'file' }, ({ path }) => {
    // Without a promise, and as bytes: nearly all files have none of it.
    const bytes = readFileSync(path);
    if (!bytes.includes(`${prefix}/`)) return null;
    seen.add(path);
    const text = bytes.toString();
    if (!text.includes('import.meta') && !mayGather(text, prefix)) return null;
    return loadLoader()
      .then(({ loadSource }) => loadSource(build, path, text, prefix, gathering))
      .catch((error: unknown) => ({ errors: [toMessage(failureOf(error))] }));
  });

  build.onLoad({ filter: /./, namespace: GATHERED }, async ({ path }) => {
    const paths = (gathered.get(path) ?? []).map((id) => {
      const known = session.known(id);
      if (known?.type !== 'file') throw new Error(`assetgen: ${id} is no longer a file`);
      return large.pathOf(known.file);
    });
    const { gatheredSource } = await loadLoader();
    return { contents: gatheredSource(paths), resolveDir: folder };
  });
  return { gathered, seen };
}

/** Most builds have no source that it would change. */
function loadLoader() {
  return import('./load-source.ts');
}
