import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import type { AssetView, OpenProject, OutputFile } from '@assetgen/core';
import { changedNames } from '../changed-names.ts';
import { failureOf, reportFailure } from '../failure.ts';
import type { Failure } from '../failure.ts';
import { openDevProject } from '../dev-project.ts';
import { createObjectModules } from '../object-modules.ts';
import { isText, lookForLeftovers } from '../references/look-for-leftovers.ts';
import { isCopiedOwn, publicTaken } from '../own-public-files.ts';
import { lookInScripts } from '../references/look-in-scripts.ts';
import type { WrittenScript } from '../references/look-in-scripts.ts';
import { positionOfReference } from '../references/position-of-reference.ts';
import type { PluginOptions } from '../plugin-options.ts';
import { openPluginProject } from '../plugin-project.ts';
import type { PluginProject } from '../plugin-project.ts';
import { draftLine, summaryLine, tellDrafts } from '../summary-line.ts';
import { lookEarly } from './early-look.ts';
import { answerMissingPublic } from './add-middleware.ts';
import type { FamilyCompilation, FamilyCompiler, FamilyPlugin } from './family-plugin.ts';
import type { FamilyHost } from './family-host.ts';
import { ignoreOwnWrites } from './ignore-own-writes.ts';
import { writesToDisk } from './writes-to-disk.ts';

const NAME = 'AssetgenPlugin';

/** A tool around the bundler, such as Rsbuild. */
export interface FamilyTool {
  /** Whether its dev server has the compiler. @default as the bundlers' own say */
  readonly isDev?: boolean | undefined;
  /** Folders that it copies to the output as they are, from the project's. Asked in a run. @default public/ */
  readonly publicFolders?: () => readonly string[];
}

/**
 * All that webpack and Rspack share: outputs before each run, errors in the compilation, watched
 * files, public outputs, the summary. What is left to each is how a name becomes a file.
 *
 * @param host of several compilers, which tells what there is to tell; null: this compiler is alone
 * @param tool that has the compiler
 */
export function connectFamily(
  compiler: FamilyCompiler,
  open: OpenProject,
  options: PluginOptions,
  host: FamilyHost | null = null,
  { isDev = isServer(), publicFolders = () => ['public'] }: FamilyTool = {},
): FamilyPlugin {
  let serves = isDev;
  const logger = compiler.getInfrastructureLogger('assetgen');
  // Of others (Rsbuild, Storybook, Next, webpack-dev-middleware) the only sign is that they watch. Nothing is paid
  // for because a file was saved, so the project of a watch is that of a dev server.
  let watches = serves;
  const { mode = 'production' } = compiler.options;
  const plugin = openPluginProject(open, options, {
    root: compiler.context,
    production: mode === 'production' && !serves,
    output: host?.output ?? logger,
    openDevProject: () => {
      if (host === null) return watches ? openDevProject : undefined;
      const { dev } = host;
      return dev === null ? undefined : () => dev;
    },
  });
  const { project, session, large } = plugin;
  const modules = createObjectModules(project.root, 'import.meta.webpackHot', host !== null);
  let failure: Failure | null = null;
  let blocked = false;
  let absent: ReadonlySet<string> = new Set();
  /** What the last run knew. */
  let prepared: AssetView | null = null;
  /** What could not be generated behind the page; a warning, as an error would stop its updates. */
  let behind: Failure | null = null;
  /** That a build ships drafts; nobody ships what a server shows. */
  let drafts: string | null = null;
  /** What a watch has said of them: not again with every save. */
  let toldDrafts: string | null = null;
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
  const early = serves
    ? lookEarly(compiler, { name: NAME, project, session }, isOurs, isKnown)
    : null;

  /** Nobody ships what is served from memory. */
  async function shippedDrafts(view: AssetView): Promise<string | null> {
    const [first] = view.files;
    if (watches && first !== undefined) {
      const isWritten = await writesToDisk(compiler.outputFileSystem, first.path);
      if (!isWritten) return null;
    }
    return draftLine(view, project);
  }

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
      drafts = serves || host !== null ? null : await shippedDrafts(view);
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

  function watchAndEmit(compilation: FamilyCompilation): void {
    // Watched as a file, one that is missing counts as removed, which would start another run.
    const isMissing = (file: string): boolean => absent.has(file) && !existsSync(file);
    const watched = project.watched();
    compilation.fileDependencies.addAll(watched.filter((file) => !isMissing(file)));
    compilation.missingDependencies.addAll(watched.filter(isMissing));
    // A folder that holds what is written would change with every run.
    const holdsOutput = (folder: string): boolean => compiler.outputPath.startsWith(folder);
    compilation.contextDependencies.addAll(project.watchedFolders().filter((f) => !holdsOutput(f)));
    if (behind !== null) compilation.warnings.push(toFamilyError(compiler, behind));
    // Who watches has it in the terminal: a warning would lie over the page.
    if (drafts !== null && !watches) {
      compilation.warnings.push(toFamilyError(compiler, asFailure(drafts)));
    }
    if (failure !== null) compilation.errors.push(toFamilyError(compiler, failure));
    refuseBroken(compiler, compilation, plugin);
    if (!serves) refuseTexts(compiler, compilation, plugin);
    emitPublic(compiler, compilation, plugin, publicFolders());
  }

  compiler.hooks.beforeRun.tapPromise(NAME, () => {
    // A server watches. Who only loads webpack-dev-server, as `docusaurus build` does, has its sign too.
    serves = false;
    watches = false;
    return prepare();
  });
  compiler.hooks.watchRun.tapPromise(NAME, () => {
    watches = true;
    return prepare();
  });
  compiler.hooks.thisCompilation.tap(NAME, watchAndEmit);
  // After the statistics, so that a warning about drafts is what a person reads last.
  compiler.hooks.afterDone.tap(NAME, (stats) => {
    // Rspack has no statistics of a run that a plugin ended.
    if (host !== null || stats?.hasErrors() !== false) return;
    void tellSummary(plugin, drafts === toldDrafts ? null : drafts);
    if (watches) toldDrafts = drafts;
  });
  compiler.hooks.shutdown.tapPromise(NAME, () => project.close());
  return {
    name: NAME,
    noteImport: plugin.noteImport,
    project,
    session,
    modules,
    large,
    isHosted: host !== null,
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

/** By the sign of webpack's dev server and of Rspack 1's; Rspack 2's has its own. */
function isServer(): boolean {
  const { WEBPACK_SERVE, RSPACK_SERVE } = process.env;
  return (WEBPACK_SERVE ?? RSPACK_SERVE) !== undefined;
}

/** Refuses a style sheet or a page that would ship broken. */
function refuseBroken(
  compiler: FamilyCompiler,
  compilation: FamilyCompilation,
  plugin: PluginProject,
): void {
  const stage = compiler.webpack.Compilation.PROCESS_ASSETS_STAGE_REPORT;
  compilation.hooks.processAssets.tapPromise({ name: NAME, stage }, async () => {
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
}

/** Refuses a script that would ship the name of an asset as a text. */
function refuseTexts(
  compiler: FamilyCompiler,
  compilation: FamilyCompilation,
  { project, session }: PluginProject,
): void {
  const stage = compiler.webpack.Compilation.PROCESS_ASSETS_STAGE_REPORT;

  function sourceOf(text: string): string | null {
    for (const module of compilation.modules) {
      const source = module.originalSource?.()?.source();
      if (source?.includes(text) === true) return module.resource ?? null;
    }
    return null;
  }

  compilation.hooks.processAssets.tapPromise({ name: NAME, stage }, async () => {
    const names = Reflect.ownKeys(compilation.assets).filter((name) => typeof name === 'string');
    const scripts = names.filter((name) => /\.[cm]?js$/.test(name));
    function* written(): Iterable<WrittenScript> {
      for (const fileName of scripts) {
        yield { fileName, code: String(compilation.assets[fileName]?.source() ?? ''), sourceOf };
      }
    }
    const problem = await lookInScripts(written(), session.latest(), project.root);
    if (problem === null) return;
    const { error, referrer } = problem;
    const position =
      referrer === undefined ? null : await positionOfReference(referrer.file, referrer.written);
    compilation.errors.push(toFamilyError(compiler, { ...failureOf(error), position }));
  });
}

function emitPublic(
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
  compilation.hooks.processAssets.tapPromise({ name: NAME, stage }, async () => {
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

/** @param drafts the line about those that the build ships */
async function tellSummary(
  { session, output }: PluginProject,
  drafts: string | null,
): Promise<void> {
  if (session.latest() === null) return;
  const result = await session.ensure().catch(() => null);
  if (result === null) return;
  output.info(summaryLine(result.report));
  if (drafts !== null) tellDrafts(drafts);
}

function asFailure(text: string): Failure {
  return { code: null, text, position: null };
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
