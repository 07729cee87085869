import type { NoteImport } from '../references/tell-missing-names.ts';
import type { Project, ResolvedImport } from '@assetgen/core';
import type { ProgressOutput } from '../create-progress.ts';
import type { LargeFiles } from '../large/large-files.ts';
import type { ObjectModules } from '../object-modules.ts';
import type { Session } from '../session.ts';
import type { InvalidCompiler } from './early-look.ts';
import type { FamilyFileSystem } from './writes-to-disk.ts';

/** By which webpack and Rspack know the plugin. */
export const PLUGIN_NAME = 'AssetgenPlugin';

interface Hook<Argument> {
  tap(name: string, use: (argument: Argument) => void): void;
}

interface AsyncHook {
  tapPromise(name: string, use: () => Promise<void>): void;
}

/** What is used of the compilations of webpack and of Rspack; both have it. */
export interface FamilyCompilation {
  readonly errors: { push(error: Error): unknown };
  readonly warnings: { push(error: Error): unknown };
  readonly fileDependencies: { addAll(files: Iterable<string>): unknown };
  readonly missingDependencies: { addAll(files: Iterable<string>): unknown };
  readonly contextDependencies: { addAll(folders: Iterable<string>): unknown };
  readonly hooks: {
    readonly processAssets: {
      tapPromise(
        options: { readonly name: string; readonly stage: number },
        use: () => Promise<void>,
      ): void;
    };
  };
  emitAsset(name: string, source: object): void;
  getAsset(name: string): { readonly source: { buffer(): Buffer } } | undefined | void;
  readonly assets: Readonly<Record<string, { source(): string | Buffer }>>;
  /** Those of files have a `resource`; not all have a source. */
  readonly modules: Iterable<{
    readonly resource?: string | undefined;
    originalSource?(): { source(): string | Buffer } | null;
  }>;
}

/** What is used of their compilers. */
export interface FamilyCompiler {
  readonly context: string;
  readonly outputPath: string;
  readonly watching?: InvalidCompiler['watching'];
  readonly options: { readonly mode?: string | undefined };
  readonly watchFileSystem: object | null;
  readonly outputFileSystem: FamilyFileSystem | null;
  modifiedFiles?: ReadonlySet<string> | undefined;
  removedFiles?: ReadonlySet<string> | undefined;
  readonly fileTimestamps?: ReadonlyMap<string, unknown> | undefined;
  readonly inputFileSystem?: { purge?(files: string[]): void } | null;
  readonly hooks: {
    readonly beforeRun: AsyncHook;
    readonly watchRun: AsyncHook;
    readonly shutdown: AsyncHook;
    readonly invalid: Hook<string | null>;
    readonly thisCompilation: Hook<FamilyCompilation>;
    readonly afterDone: Hook<{ hasErrors(): boolean } | undefined>;
  };
  readonly webpack: {
    readonly Compilation: {
      readonly PROCESS_ASSETS_STAGE_ADDITIONAL: number;
      readonly PROCESS_ASSETS_STAGE_REPORT: number;
    };
    readonly WebpackError: new (message: string) => Error;
    readonly sources: { readonly RawSource: new (bytes: Buffer) => object };
  };
  getInfrastructureLogger(name: string): ProgressOutput;
}

/** What resolving and emitting need. */
export interface FamilyPlugin {
  readonly name: string;
  readonly project: Project;
  readonly session: Session;
  readonly modules: ObjectModules;
  readonly large: LargeFiles;
  /** Whether a framework has rules of its own that the code of modules has to go through. */
  readonly isHosted: boolean;
  /** Names of the public outputs in the output folder. */
  publicNames(): ReadonlySet<string>;
  tell(line: string): void;
  /** Tells what code asks of a model that it does not have. */
  readonly noteImport: NoteImport;
  readonly prefix: string;
  /**
   * What an import means. Where the last look at the project threw, that is told once for the whole
   * compilation: imports mean what they last did, or `unknown` where there was nothing before.
   */
  resolve(id: string): Promise<ResolvedImport | 'unknown' | null>;
  /** The same of the last run, for hooks that do not wait. */
  resolveNow(id: string): ResolvedImport | 'unknown' | null;
}
