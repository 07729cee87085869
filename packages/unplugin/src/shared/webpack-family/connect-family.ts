import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { relative } from 'node:path';
import type {
  AssetView,
  EnsureResult,
  OpenProject,
  OutputFile,
  Project,
  ResolvedImport,
} from '@assetgen/core';
import { changedNames } from '../changed-names.ts';
import { failureOf, reportFailure } from '../failure.ts';
import type { Failure } from '../failure.ts';
import { openDevProject } from '../dev-project.ts';
import { createObjectModules } from '../object-modules.ts';
import type { ObjectModules } from '../object-modules.ts';
import { isText, lookForLeftovers } from '../references/look-for-leftovers.ts';
import type { LargeFiles } from '../large/large-files.ts';
import type { PluginOptions } from '../plugin-options.ts';
import { openPluginProject } from '../plugin-project.ts';
import type { ProgressOutput } from '../create-progress.ts';
import type { Session } from '../session.ts';
import { draftLine, summaryLine } from '../summary-line.ts';
import { lookEarly } from './early-look.ts';
import type { InvalidCompiler } from './early-look.ts';
import { answerMissingPublic } from './add-middleware.ts';
import { ignoreOwnWrites } from './ignore-own-writes.ts';

interface Hook<Argument> {
  tap(name: string, use: (argument: Argument) => void): void;
}

interface AsyncHook {
  tapPromise(name: string, use: () => Promise<void>): void;
}

/** What is used of the compilations of webpack and of Rspack; both have it. */
interface Compilation {
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
  readonly assets: Readonly<Record<string, { source(): string | Buffer }>>;
}

/** What is used of their compilers. */
export interface FamilyCompiler {
  readonly context: string;
  readonly outputPath: string;
  readonly watching?: InvalidCompiler['watching'];
  readonly options: { readonly mode?: string | undefined };
  readonly watchFileSystem: object | null;
  modifiedFiles?: ReadonlySet<string> | undefined;
  removedFiles?: ReadonlySet<string> | undefined;
  readonly fileTimestamps?: ReadonlyMap<string, unknown> | undefined;
  readonly inputFileSystem?: { purge?(files: string[]): void } | null;
  readonly hooks: {
    readonly beforeRun: AsyncHook;
    readonly watchRun: AsyncHook;
    readonly shutdown: AsyncHook;
    readonly invalid: Hook<string | null>;
    readonly thisCompilation: Hook<Compilation>;
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
  /** Names of the public outputs in the output folder. */
  publicNames(): ReadonlySet<string>;
  tell(line: string): void;
  readonly prefix: string;
  /**
   * What an import means. Where the last look at the project threw, that is told once for the whole
   * compilation: imports mean what they last did, or `unknown` where there was nothing before.
   */
  resolve(id: string): Promise<ResolvedImport | 'unknown' | null>;
  /** The same of the last run, for hooks that do not wait. */
  resolveNow(id: string): ResolvedImport | 'unknown' | null;
}

/**
 * All that webpack and Rspack share: outputs before each run, errors in the compilation, watched
 * files, public outputs, the summary. What is left to each is how a name becomes a file.
 */
export function connectFamily(
  compiler: FamilyCompiler,
  open: OpenProject,
  options: PluginOptions,
): FamilyPlugin {
  const name = 'AssetgenPlugin';
  const logger = compiler.getInfrastructureLogger('assetgen');
  // The sign of webpack's dev server and of Rspack 1's; Rspack 2's has its own.
  const { WEBPACK_SERVE, RSPACK_SERVE } = process.env;
  const serves = (WEBPACK_SERVE ?? RSPACK_SERVE) !== undefined;
  const { mode = 'production' } = compiler.options;
  const plugin = openPluginProject(open, options, {
    root: compiler.context,
    production: mode === 'production' && !serves,
    output: logger,
    openDevProject: serves ? openDevProject : undefined,
  });
  const { project, session, large } = plugin;
  const modules = createObjectModules(project.root);
  let failure: Failure | null = null;
  let blocked = false;
  let absent: ReadonlySet<string> = new Set();
  /** What the last run knew. */
  let prepared: AssetView | null = null;
  /** What could not be generated behind the page; a warning, as an error would stop its updates. */
  let behind: Failure | null = null;
  plugin.onFailure((told) => {
    behind = told;
    compiler.watching?.invalidate();
  });

  const isOurs = (file: string): boolean =>
    project.watched().includes(file) ||
    project.watchedFolders().some((folder) => file.startsWith(folder));
  const isKnown = (file: string): boolean => session.isKnownLock(file);
  ignoreOwnWrites(compiler, project, isKnown);
  if (serves) answerMissingPublic(compiler, session);
  const early = serves ? lookEarly(compiler, { name, project, session }, isOurs, isKnown) : null;

  async function prepare(): Promise<void> {
    const changes = [...(compiler.modifiedFiles ?? []), ...(compiler.removedFiles ?? [])];
    const ours = changes.filter(isOurs);
    const isCovered = (await early?.covers(ours)) ?? false;
    if (ours.length > 0 && !isCovered) session.invalidate();
    if (ours.some((file) => !file.endsWith('.lock.json'))) behind = null;
    // Before they are read: what goes away after that has to be told.
    const known = new Set(project.watched());
    absent = new Set([...known].filter((file) => !existsSync(file)));
    try {
      await plugin.readPrefix();
      const { report, view } = await session.ensure();
      failure = reportFailure(report);
      const changed = changedFiles(prepared, view);
      prepared = view;
      forget(compiler, [
        ...(await modules.sync(view)),
        ...(await large.sync(view)),
        ...changed.map((file) => file.path),
      ]);
      blocked = false;
    } catch (error) {
      failure = failureOf(error);
      blocked = true;
    }
    // The first look tells what else is watched: the other names that a config may have.
    const others = project.watched().filter((file) => !known.has(file) && !existsSync(file));
    absent = new Set([...absent, ...others]);
  }

  function watchAndEmit(compilation: Compilation): void {
    // Watched as a file, one that is missing counts as removed, which would start another run.
    const isMissing = (file: string): boolean => absent.has(file) && !existsSync(file);
    const watched = project.watched();
    compilation.fileDependencies.addAll(watched.filter((file) => !isMissing(file)));
    compilation.missingDependencies.addAll(watched.filter(isMissing));
    // A folder that holds what is written would change with every run.
    const holdsOutput = (folder: string): boolean => compiler.outputPath.startsWith(folder);
    compilation.contextDependencies.addAll(project.watchedFolders().filter((f) => !holdsOutput(f)));
    if (behind !== null) compilation.warnings.push(toFamilyError(compiler, behind));
    if (failure !== null) compilation.errors.push(toFamilyError(compiler, failure));
    const { processAssets } = compilation.hooks;
    const { Compilation } = compiler.webpack;
    const first = { name, stage: Compilation.PROCESS_ASSETS_STAGE_ADDITIONAL };
    const last = { name, stage: Compilation.PROCESS_ASSETS_STAGE_REPORT };
    processAssets.tapPromise(last, async () => {
      // By name, and not by `Object.keys`: Rspack makes an object of each asset that is looked at.
      const files = Reflect.ownKeys(compilation.assets)
        .filter((fileName) => typeof fileName === 'string')
        .filter(isText)
        .map((fileName) => {
          return { fileName, read: () => compilation.assets[fileName]?.source() ?? '' };
        });
      try {
        await lookForLeftovers(files, plugin.prefix);
      } catch (error) {
        compilation.errors.push(toFamilyError(compiler, failureOf(error)));
      }
    });
    const files = session.latest()?.files.filter((file) => file.public !== undefined) ?? [];
    // Rspack pays for the hook by every asset.
    if (files.length === 0) return;
    processAssets.tapPromise(first, async () => {
      for (const file of files) {
        const bytes = large.stubOf(file) ?? (await readFile(file.path));
        const source = new compiler.webpack.sources.RawSource(bytes);
        compilation.emitAsset(file.public ?? file.name, source);
      }
    });
  }

  // Rspack has no statistics of a run that a plugin ended.
  function tellSummary(stats: { hasErrors(): boolean } | undefined): void {
    if (stats === undefined || stats.hasErrors() || session.latest() === null) return;
    session.ensure().then(
      async ({ report, view }: EnsureResult) => {
        logger.info(summaryLine(report));
        // Nobody ships what a dev server serves.
        const drafts = serves ? null : await draftLine(view, project);
        if (drafts !== null) logger.warn(drafts);
        return undefined;
      },
      () => undefined,
    );
  }

  compiler.hooks.beforeRun.tapPromise(name, prepare);
  compiler.hooks.watchRun.tapPromise(name, prepare);
  compiler.hooks.thisCompilation.tap(name, watchAndEmit);
  // After the statistics, so that a warning about drafts is what a person reads last.
  compiler.hooks.afterDone.tap(name, tellSummary);
  compiler.hooks.shutdown.tapPromise(name, () => project.close());
  return {
    name,
    project,
    session,
    modules,
    large,
    get prefix() {
      return plugin.prefix;
    },
    async resolve(id) {
      if (!blocked) return session.resolve(id);
      const latest = session.latest();
      return latest === null ? 'unknown' : latest.resolve(id);
    },
    resolveNow(id) {
      if (!blocked) return session.resolveNow(id);
      const latest = session.latest();
      return latest === null ? 'unknown' : latest.resolve(id);
    },
    publicNames: () => new Set(session.latest()?.files.flatMap((file) => file.public ?? [])),
    tell: (line) => logger.info(line),
  };
}

function changedFiles(before: AssetView | null, view: AssetView): readonly OutputFile[] {
  if (view === before) return [];
  // Objects cost more than names; before the first run nothing can be of use.
  if (before === null) return view.files;
  const changed = changedNames(before, view);
  return view.files.filter((file) => changed.has(file.name));
}

/**
 * The bundler has looked at its clock before the outputs were written: it must look again. Rspack
 * builds again what it is told of.
 */
function forget(compiler: FamilyCompiler, paths: readonly string[]): void {
  if (paths.length === 0) return;
  compiler.inputFileSystem?.purge?.([...paths]);
  const known = compiler.fileTimestamps as Map<string, unknown> | undefined;
  for (const path of paths) known?.delete(path);
  const { modifiedFiles, removedFiles } = compiler;
  if (modifiedFiles === undefined) return;
  const gone = paths.filter((path) => !existsSync(path));
  compiler.removedFiles = new Set([...(removedFiles ?? []), ...gone]);
  compiler.modifiedFiles = new Set([...modifiedFiles, ...paths.filter((p) => !gone.includes(p))]);
}

function toFamilyError(compiler: FamilyCompiler, { text, position }: Failure): Error {
  const error = Object.assign(new compiler.webpack.WebpackError(text), {
    name: 'AssetgenError',
    hideStack: true,
  });
  if (position === null) return error;
  const place = { line: position.line, column: position.column };
  const file = relative(compiler.context, position.file);
  return Object.assign(error, { file, loc: { start: place } });
}
