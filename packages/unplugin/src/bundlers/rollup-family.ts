import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import type { OpenProject } from '@assetgen/core';
import { failureOf, reportFailure } from '../failures.ts';
import type { Failure } from '../failures.ts';
import { parseImportId, virtualId, virtualName } from '../import-ids.ts';
import { settledLine } from '../large/large-files.ts';
import { fillStubs, settleBundle } from '../large/rollup-bundle.ts';
import type { FamilyBundle, FamilyOutput } from '../large/rollup-bundle.ts';
import { importNewUrls } from '../new-url.ts';
import { openLargeFiles, openPluginProject } from '../options.ts';
import type { PluginOptions } from '../options.ts';
import { createSession } from '../session.ts';
import { draftLine, summaryLine } from '../summary.ts';
import type { TransformedCode } from '../replace-text.ts';

/** What hooks use of the contexts of Rollup and of Rolldown; both have it. */
interface HookContext {
  readonly meta: { readonly watchMode: boolean };
  addWatchFile(file: string): void;
  emitFile(file: EmittedAsset): string;
  error(error: HookError): never;
  info(line: string): void;
  warn(line: string): void;
}

interface EmittedAsset {
  readonly type: 'asset';
  readonly name?: string;
  readonly fileName?: string;
  readonly originalFileName?: string;
  readonly source: Uint8Array;
}

interface HookError {
  readonly message: string;
  readonly id?: string;
  readonly loc?: { readonly file?: string; readonly line: number; readonly column: number };
}

/** The hooks of a plugin for Rollup and Rolldown. */
export interface RollupFamilyPlugin {
  readonly name: string;
  buildStart(this: HookContext): Promise<void>;
  resolveId(this: HookContext, source: string): Promise<string | null>;
  load(this: HookContext, id: string): Promise<{ code: string; map: null } | null>;
  transform(this: HookContext, code: string): Promise<TransformedCode | null>;
  watchChange(this: HookContext, file: string): void;
  generateBundle(
    this: HookContext,
    output: FamilyOutput,
    bundle: FamilyBundle,
    isWrite: boolean,
  ): Promise<void>;
  readonly writeBundle: {
    readonly sequential: true;
    readonly order: 'pre';
    handler(this: HookContext, output: FamilyOutput, bundle: FamilyBundle): Promise<void>;
  };
  closeBundle(this: HookContext): Promise<void>;
}

/** One plugin for both: they differ in the name of the placeholder for an emitted file. */
export function createRollupFamilyPlugin(
  open: OpenProject,
  options: PluginOptions,
  placeholder: 'ROLLUP_FILE_URL_' | 'ROLLDOWN_FILE_URL_',
): RollupFamilyPlugin {
  const project = openPluginProject(open, options, {
    root: process.cwd(),
    command: 'build',
    output: {
      info: (line) => console.error(`assetgen: ${line}`),
      warn: (line) => console.error(`assetgen: ${line}`),
    },
  });
  const session = createSession(project);
  const large = openLargeFiles(project.root, options, true);
  let prefix = options.prefix ?? '@gen';
  let bundled = false;

  return {
    name: 'assetgen',
    async buildStart() {
      bundled = false;
      let failure: Failure | null;
      try {
        prefix = (await project.settings()).prefix;
        failure = reportFailure((await session.ensure()).report);
      } catch (error) {
        failure = failureOf(error);
      }
      if (this.meta.watchMode) for (const file of project.watched()) this.addWatchFile(file);
      if (failure !== null) this.error(toHookError(failure));
    },
    async resolveId(source) {
      const written = parseImportId(source, prefix);
      if (written === null) return null;
      try {
        return (await session.resolve(written.id)) === null ? null : virtualId(written.name);
      } catch (error) {
        return this.error(toHookError(failureOf(error)));
      }
    },
    async load(id) {
      const name = virtualName(id);
      if (name === null) return null;
      const resolved = await session.resolve(`${prefix}/${name}`);
      if (resolved === null) return null;
      if (resolved.type === 'object') return { code: resolved.code, map: null };
      const { path } = resolved.file;
      this.addWatchFile(path);
      const reference = this.emitFile({
        type: 'asset',
        name: basename(path),
        originalFileName: path,
        source: large.stubOf(resolved.file) ?? (await readFile(path)),
      });
      return { code: `export default import.meta.${placeholder}${reference};`, map: null };
    },
    transform: (code) => importNewUrls(code, prefix),
    watchChange(file) {
      if (project.watched().includes(file)) session.invalidate();
    },
    async generateBundle(_output, bundle, isWrite) {
      for (const file of (await session.ensure()).view.files) {
        if (file.public === undefined) continue;
        const source = (isWrite ? large.stubOf(file) : null) ?? (await readFile(file.path));
        this.emitFile({ type: 'asset', fileName: file.public, source });
      }
      if (!isWrite) await fillStubs(large, bundle);
      bundled = true;
    },
    // Before the hooks of others, which may read what was written.
    writeBundle: {
      sequential: true,
      order: 'pre',
      async handler(output, bundle) {
        try {
          const settled = await settleBundle(large, output, bundle);
          if (settled !== null) this.info(settledLine(settled));
        } catch (error) {
          this.error(toHookError(failureOf(error)));
        }
      },
    },
    async closeBundle() {
      if (!this.meta.watchMode) await project.close();
      if (!bundled) return;
      const { report, view } = await session.ensure();
      this.info(summaryLine(report));
      const drafts = draftLine(view);
      if (drafts !== null) this.warn(drafts);
    },
  };
}

function toHookError({ text, position }: Failure): HookError {
  return { message: text, ...(position === null ? {} : { id: position.file, loc: position }) };
}
