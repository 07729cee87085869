import type { OutputFile } from '@assetgen/core';
import {
  declareUrls,
  findFileImports,
  gatheredName,
  importGathered,
} from '../references/file-imports.ts';
import { gatheredModule, virtualId } from '../references/import-id.ts';
import type { PluginProject } from '../plugin-project.ts';

/** The imports of many files, for Rollup, Rolldown and Vite. */
export interface RollupGather<Context> {
  /** A source with its imports as one, or as constants; null where it has too few. */
  rewrite(context: Context, code: string): Promise<string | null>;
  /** The code of a module that stands for imports; null where no source names it. */
  codeOf(context: Context, name: string): Promise<string | null>;
}

/** @param urlOf an expression that is the URL of a file */
export function createRollupGather<Context>(
  { prefix, session }: PluginProject,
  urlOf: (context: Context, file: OutputFile) => string | Promise<string>,
): RollupGather<Context> {
  /** What the modules hold, by their names. */
  const modules = new Map<string, readonly string[]>();

  /** Expressions, one after another: the bytes of a file are the bundler's before the next are read. */
  async function urlsOf(context: Context, ids: readonly string[]): Promise<readonly string[]> {
    const urls: string[] = [];
    for (const id of ids) {
      const resolved = session.known(id) ?? (await session.resolve(id));
      if (resolved?.type !== 'file') throw new Error(`assetgen: ${id} is no longer a file`);
      urls.push(await urlOf(context, resolved.file));
    }
    return urls;
  }

  return {
    async rewrite(context, code) {
      const isFile = (id: string): boolean => session.known(id)?.type === 'file';
      const imports = await findFileImports(code, prefix, isFile);
      if (imports === null) return null;
      const { alone, ids } = imports;
      if (alone) return declareUrls(code, imports, await urlsOf(context, ids));
      const name = gatheredModule(ids);
      modules.set(name, ids);
      return importGathered(code, imports, virtualId(name));
    },
    async codeOf(context, name) {
      const ids = modules.get(name);
      if (ids === undefined) return null;
      const urls = await urlsOf(context, ids);
      return urls.map((url, index) => `export const ${gatheredName(index)} = ${url};\n`).join('');
    },
  };
}
