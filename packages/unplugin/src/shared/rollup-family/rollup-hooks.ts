import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import type { BuildReport, OutputFile, ResolvedCode, ResolvedImport } from '@assetgen/core';
import type { EmittingContext } from './emit-output.ts';
import { failureOf, reportFailure } from '../failure.ts';
import type { Failure } from '../failure.ts';
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
import { settledLine } from '../large/large-files.ts';
import { fillStubs, settleBundle } from './family-bundle.ts';
import type { FamilyBundle, FamilyOutput } from './family-bundle.ts';
import { isText, lookForLeftovers } from '../references/look-for-leftovers.ts';
import { lookInScripts } from '../references/look-in-scripts.ts';
import type { WrittenScript } from '../references/look-in-scripts.ts';
import type { PluginProject } from '../plugin-project.ts';
import type { ProgressOutput } from '../create-progress.ts';
import type { TransformedCode } from '../references/replace-text.ts';
import { orFail, toRollupError } from './rollup-error.ts';
import type { Referrer, RollupError } from './rollup-error.ts';
import { draftLine, summaryLine } from '../summary-line.ts';
import type { RollupGather } from './rollup-gather.ts';
import { createRollupGather } from './rollup-gather.ts';
import { importNewUrls } from '../references/import-new-urls.ts';

/** What hooks use of the contexts of Rollup, Rolldown and Vite; all have it. */
export interface HookContext extends EmittingContext {
  readonly meta: { readonly watchMode: boolean };
  addWatchFile(file: string): void;
  error(error: RollupError): never;
  info(line: string): void;
  warn(line: string): void;
}

/** In what the bundlers of the family differ. */
export interface RollupDifferences {
  /** The id of the module that the import of a file is. */
  idOf(file: OutputFile, written: ImportId): string;
  /** An expression that is the URL of the file, for virtual modules. */
  urlOf(context: HookContext, file: OutputFile): string | Promise<string>;
  /** Whether a module is JavaScript by the time that our hook is shown it, and its imports may become one. */
  gathers(id: string): boolean;
  /** The code of a module of ours as the bundler is to have it. @default as it is */
  codeOf?(module: ResolvedCode): string;
  /** Where the last lines of a build go. */
  tell(context: HookContext): ProgressOutput;
  /** Where the line goes that tells of drafts. @default `tell` */
  tellDrafts?(line: string): void;
}

/** The hooks that Rollup, Rolldown and Vite share. */
export interface RollupHooks {
  buildStart(this: HookContext): Promise<void>;
  readonly resolveId: {
    /** Empty until `readPrefix`. */
    readonly filter: { id?: RegExp };
    handler(
      this: HookContext,
      source: string,
      importer?: string,
    ): Promise<string | null> | string | null;
  };
  /**
   * To be called before the bundler takes the hooks: one that knows filters then asks of our imports
   * only, but where it watches files, as the config may get another prefix. A bad config is told by the
   * first run, where an overlay can show it.
   */
  readPrefix(watches: boolean): Promise<void>;
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
    handler(
      this: HookContext,
      code: string,
      id: string,
    ): Promise<{ code: string; map: TransformedCode['map'] | null } | null>;
  };
  watchChange(this: HookContext, file: string): void;
  onLog(
    level: string,
    log: { readonly code?: string | undefined; readonly message: string },
  ): false | null;
  /** For `generateBundle`: the public outputs. */
  emitPublic(this: HookContext, isWrite: boolean): Promise<void>;
  /** For the end of `generateBundle`: nothing broken is written. */
  finishBundle(this: HookContext, bundle: FamilyBundle, isWrite: boolean): Promise<void>;
  readonly writeBundle: {
    readonly sequential: true;
    readonly order: 'pre';
    handler(this: HookContext, output: FamilyOutput, bundle: FamilyBundle): Promise<void>;
  };
  closeBundle(this: HookContext): Promise<void>;
  /** True once an import failed since this was last asked: only a new load asks again. */
  hadFailedImport(): boolean;
}

/**
 * The watcher of Rollup and Vite (chokidar) drops a change of a file that follows another within 50 ms: an editor
 * that empties a file and then writes it, or a mistake that is repaired at once. Whoever reads later has
 * seen what was dropped. Unit: milliseconds.
 */
const SETTLED_MS = 60;

/** @param opened the project; asked for by hooks only, as Vite's root is not known before them */
export function createRollupHooks(
  opened: () => PluginProject,
  { idOf, urlOf, gathers, tell, tellDrafts, codeOf = ({ code }) => code }: RollupDifferences,
): RollupHooks {
  let bundled = false;
  /** What was told: a build for servers shares the run of the page's. */
  let told: BuildReport | null = null;
  let failedImport = false;
  let changesSeen: Promise<void> = Promise.resolve();
  const filter: { id?: RegExp } = {};
  const sources = { code: META_URL };
  let gather: RollupGather<HookContext> | null = null;

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

  function gatherer(): RollupGather<HookContext> {
    gather ??= createRollupGather(opened(), urlOf);
    return gather;
  }

  return {
    async buildStart() {
      await changesSeen;
      const plugin = opened();
      bundled = false;
      let failure: Failure | null;
      try {
        await plugin.readPrefix();
        const { report, view } = await plugin.session.ensure();
        failure = reportFailure(report);
        await plugin.large.sync(view);
      } catch (error) {
        failure = failureOf(error);
      }
      if (this.meta.watchMode) {
        for (const file of plugin.project.watched()) this.addWatchFile(file);
      }
      if (failure !== null) this.error(toRollupError(failure));
    },
    resolveId: {
      filter,
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
    async readPrefix(watches) {
      const plugin = opened();
      await plugin.readPrefix().catch(() => undefined);
      if (watches) return;
      filter.id = new RegExp(`${importFilter(plugin.prefix).source}|${GATHERED_FILTER.source}`);
      sources.code = new RegExp(`${escapePattern(plugin.prefix)}/`);
    },
    load: {
      filter: VIRTUAL_FILTER,
      async handler(id) {
        const name = virtualName(id);
        if (name === null) return null;
        const { prefix, session } = opened();
        return answer(this, async () => {
          if (GATHERED_FILTER.test(id)) {
            const code = await gatherer().codeOf(this, name);
            return code === null ? null : { code, map: null };
          }
          const resolved = await session.resolve(`${prefix}/${name}`);
          if (resolved === null) return null;
          const { type } = resolved;
          const code =
            type === 'object'
              ? codeOf(resolved)
              : `export default ${await urlOf(this, resolved.file)};`;
          return { code, map: null };
        });
      },
    },
    transform: {
      filter: sources,
      async handler(code, id) {
        const { prefix } = opened();
        // Vite before 6.3 knows no filters.
        if (!code.includes(`${prefix}/`)) return null;
        let changed: TransformedCode | null = null;
        // Not `import.meta.ROLLUP_FILE_URL_…`, which every module of an asset has.
        if (META_URL.test(code)) {
          changed = await importNewUrls(code, prefix);
        }
        if (this.meta.watchMode || !mayGather(code, prefix) || !gathers(id)) return changed;
        return answer(this, async () => {
          const whole = await gatherer().rewrite(this, changed?.code ?? code);
          return whole === null ? changed : { code: whole, map: changed?.map ?? null };
        });
      },
    },
    watchChange(file) {
      const { project, session } = opened();
      if (!project.watched().includes(file) || session.isKnownLock(file)) return;
      session.invalidate();
      changesSeen = delay(SETTLED_MS);
    },
    onLog(_level, { code, message }) {
      // Rolldown warns of slow plugins; what took its time was the service, and we said so.
      return code === 'PLUGIN_TIMINGS' && message.includes('assetgen buildStart') ? false : null;
    },
    async emitPublic(isWrite) {
      const { large, session } = opened();
      for (const file of (await session.ensure()).view.files) {
        if (file.public === undefined) continue;
        // What is emitted now need not be in the bundle where stubs are filled.
        const stub = isWrite ? large.stubOf(file) : null;
        const source = stub ?? (await readFile(file.path));
        this.emitFile({ type: 'asset', fileName: file.public, source });
      }
    },
    async finishBundle(bundle, isWrite) {
      const { large, prefix } = opened();
      bundled = false;
      await orFail(this, () => lookForLeftovers(assetsOf(bundle), prefix));
      const { project, session } = opened();
      const problem = await lookInScripts(scriptsOf(bundle), session.latest(), project.root);
      if (problem !== null) {
        await orFail(this, () => Promise.reject(problem.error), problem.referrer);
      }
      bundled = true;
      if (!isWrite) await fillStubs(large, bundle);
    },
    // Before the hooks of others, which may read what was written.
    writeBundle: {
      sequential: true,
      order: 'pre',
      async handler(output, bundle) {
        const plugin = opened();
        const settled = await orFail(this, () => settleBundle(plugin.large, output, bundle));
        if (settled !== null) tell(this).info(settledLine(settled));
      },
    },
    async closeBundle() {
      const { project, session } = opened();
      if (!this.meta.watchMode) await project.close();
      // A failed build is closed too.
      if (!bundled) return;
      const { report, view } = await session.ensure();
      if (report !== told) tell(this).info(summaryLine(report));
      told = report;
      const drafts = await draftLine(view, project);
      if (drafts === null) return;
      if (tellDrafts === undefined) tell(this).warn(drafts);
      else tellDrafts(drafts);
    },
    hadFailedImport() {
      const had = failedImport;
      failedImport = false;
      return had;
    },
  };
}

const META_URL = /import\.meta\s*\.\s*url\b/;

function* scriptsOf(bundle: FamilyBundle): Iterable<WrittenScript> {
  for (const [fileName, { type, code, modules = {} }] of Object.entries(bundle)) {
    if (type !== 'chunk' || code === undefined) continue;
    const sourceOf = (text: string): string | null =>
      Object.keys(modules).find((id) => modules[id]?.code?.includes(text) === true) ?? null;
    yield { fileName, code, sourceOf };
  }
}

function* assetsOf(bundle: FamilyBundle) {
  for (const fileName of Object.keys(bundle).filter(isText)) {
    const output = bundle[fileName];
    if (output?.type === 'asset') yield { fileName, read: () => output.source ?? '' };
  }
}
