import type { OutputFile, ResolvedCode, ResolvedImport } from '@assetgen/core';
import type { PluginProject } from '../plugin-project.ts';
import {
  escapePattern,
  GATHERED_FILTER,
  importFilter,
  mayGather,
  parseImportId,
  VIRTUAL_FILTER,
  virtualId,
  virtualName,
} from '../references/import-id.ts';
import type { ImportId } from '../references/import-id.ts';
import { refuseAsset } from '../references/not-a-file.ts';
import type { TransformedCode } from '../references/replace-text.ts';
import type { HookContext } from './hook-context.ts';
import { orFail } from './rollup-error.ts';
import type { Referrer } from './rollup-error.ts';
import type { RollupGather } from './rollup-gather.ts';

/** What an import becomes in each bundler of the family. */
export interface ImportDifferences {
  /** The id of the module that the import of a file is. */
  idOf(file: OutputFile, written: ImportId): string;
  /** An expression that is the URL of the file, for virtual modules. */
  urlOf(context: HookContext, file: OutputFile): string | Promise<string>;
  /** Whether a module is JavaScript by the time that our hook is shown it, and its imports may become one. */
  gathers(id: string): boolean;
  /** The code of a module of ours as the bundler is to have it. @default as it is */
  codeOf?(module: ResolvedCode): string;
}

/** The hooks that read imports of assets. */
export interface ImportHooks {
  /**
   * To be called before the bundler takes the hooks: one that knows filters then asks of our imports
   * only, but where it watches files, as the config may get another prefix. A bad config is told by the
   * first run, where an overlay can show it.
   */
  readPrefix(watches: boolean): Promise<void>;
  readonly resolveId: {
    /** Empty until `readPrefix`. */
    readonly filter: { id?: RegExp };
    handler(
      this: HookContext,
      source: string,
      importer?: string,
    ): Promise<string | null> | string | null;
  };
  readonly load: {
    readonly filter: typeof VIRTUAL_FILTER;
    handler(this: HookContext, id: string): Promise<{ code: string; map: null } | null>;
  };
  /**
   * For JavaScript: `new URL('@gen/…', import.meta.url)`, and in builds that watch nothing the imports
   * of many files, which become those of one module.
   */
  readonly transform: {
    /** Of `import.meta.url` until `readPrefix`, of the prefix afterwards. */
    readonly filter: { code: RegExp };
    /** @param module how Rolldown will read the code: TypeScript and JSX it reads itself */
    handler(
      this: HookContext,
      code: string,
      id: string,
      module?: { readonly moduleType?: string; readonly ssr?: boolean | undefined },
    ): Promise<{ code: string; map: TransformedCode['map'] | null } | null>;
  };
  /** True once an import failed since this was last asked: only a new load asks again. */
  hadFailedImport(): boolean;
}

const META_URL = /import\.meta\s*\.\s*url\b/;

/** @param opened the project; asked for by hooks only, as Vite's root is not known before them */
export function createImportHooks(
  opened: () => PluginProject,
  { idOf, urlOf, gathers, codeOf = ({ code }) => code }: ImportDifferences,
): ImportHooks {
  let failedImport = false;
  const ids: { id?: RegExp } = {};
  const sources = { code: META_URL };
  let gather: Promise<RollupGather<HookContext>> | null = null;

  /** What an import gives its bundler, or its error. */
  function answer<T>(
    context: HookContext,
    work: () => Promise<T>,
    referrer?: Referrer,
  ): Promise<T> {
    return orFail(context, work, referrer).catch((error: unknown) => {
      failedImport = true;
      throw error;
    });
  }

  function idOfImport(resolved: ResolvedImport | null, written: ImportId): string | null {
    if (resolved === null) return null;
    return resolved.type === 'object' ? virtualId(resolved.asset) : idOf(resolved.file, written);
  }

  /** Loaded where a source has so many imports. */
  async function openGather(): Promise<RollupGather<HookContext>> {
    const { createRollupGather } = await import('./rollup-gather.ts');
    return createRollupGather(opened(), urlOf);
  }

  function gatherer(): Promise<RollupGather<HookContext>> {
    gather ??= openGather();
    return gather;
  }

  /** The code of the virtual module of an asset, or of one that stands for many imports. */
  async function codeOfModule(context: HookContext, id: string, name: string) {
    if (GATHERED_FILTER.test(id)) return (await gatherer()).codeOf(context, name);
    const { prefix, session } = opened();
    const resolved = await session.resolve(`${prefix}/${name}`);
    if (resolved === null) return null;
    if (resolved.type === 'object') return codeOf(resolved);
    return `export default ${await urlOf(context, resolved.file)};`;
  }

  return {
    async readPrefix(watches) {
      const plugin = opened();
      await plugin.readPrefix().catch(() => undefined);
      if (watches) return;
      ids.id = new RegExp(`${importFilter(plugin.prefix).source}|${GATHERED_FILTER.source}`);
      sources.code = new RegExp(`${escapePattern(plugin.prefix)}/`);
    },
    resolveId: {
      filter: ids,
      handler(source, importer) {
        if (GATHERED_FILTER.test(source)) return source;
        const { prefix, session, noteImport } = opened();
        const written = parseImportId(source, prefix);
        if (written === null) return null;
        const known = session.known(written.id);
        if (known !== undefined) {
          noteImport(importer, written.name);
          return idOfImport(known, written);
        }
        const { id } = written;
        const referrer = importer === undefined ? undefined : { file: importer, written: source };
        return answer(
          this,
          async () => {
            const resolved = await session.resolve(id);
            noteImport(importer, written.name);
            return idOfImport(resolved, written);
          },
          referrer,
        );
      },
    },
    load: {
      filter: VIRTUAL_FILTER,
      async handler(id) {
        const name = virtualName(id);
        if (name === null) return null;
        const code = await answer(this, () => codeOfModule(this, id, name));
        return code === null ? null : { code, map: null };
      },
    },
    transform: {
      filter: sources,
      async handler(code, id, { moduleType: lang } = {}) {
        const { prefix } = opened();
        // Vite before 6.3 knows no filters.
        if (!code.includes(`${prefix}/`)) return null;
        let changed: TransformedCode | null = null;
        // Not `import.meta.ROLLUP_FILE_URL_…`, which every module of an asset has.
        if (META_URL.test(code)) {
          const { importNewUrls } = await import('../references/import-new-urls.ts');
          const [file = ''] = id.split('?');
          changed = await importNewUrls(code, prefix, {
            check: (written) => answer(this, () => refuseAsset(opened(), written, file)),
            ...(lang === 'jsx' || lang === 'ts' || lang === 'tsx'
              ? { tree: () => this.parse(code, { lang }) }
              : {}),
          });
        }
        if (this.meta.watchMode || !mayGather(code, prefix) || !gathers(id)) return changed;
        return answer(this, async () => {
          const whole = await (await gatherer()).rewrite(this, changed?.code ?? code);
          return whole === null ? changed : { code: whole, map: changed?.map ?? null };
        });
      },
    },
    hadFailedImport() {
      const had = failedImport;
      failedImport = false;
      return had;
    },
  };
}
