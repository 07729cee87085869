import type { AssetView, OpenProject } from '@assetgen/core';
import { openDevProject } from '../dev-project.ts';
import { createObjectModules } from '../object-modules.ts';
import type { PluginOptions } from '../plugin-options.ts';
import { openPluginProject } from '../plugin-project.ts';
import type { PluginProject } from '../plugin-project.ts';
import { draftLine, summaryLine, tellDrafts } from '../summary-line.ts';
import { answerMissingPublic } from './add-middleware.ts';
import { lookEarly } from './early-look.ts';
import { emitPublic } from './emit-public.ts';
import { toFamilyError } from './family-error.ts';
import type { FamilyHost } from './family-host.ts';
import { PLUGIN_NAME } from './family-plugin.ts';
import type { FamilyCompilation, FamilyCompiler, FamilyPlugin } from './family-plugin.ts';
import { createFamilyRun } from './family-run.ts';
import { ignoreOwnWrites } from './ignore-own-writes.ts';
import { refuseBroken, refuseTexts } from './broken-outputs.ts';
import { writesToDisk } from './writes-to-disk.ts';

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

  const isOurs = (file: string): boolean =>
    project.watched().includes(file) ||
    project.watchedFolders().some((folder) => file.startsWith(folder));
  const isKnown = (file: string): boolean => session.isKnownLock(file);
  ignoreOwnWrites(compiler, project, isKnown);
  if (serves) answerMissingPublic(compiler, session);
  const early = serves
    ? lookEarly(compiler, { name: PLUGIN_NAME, project, session }, isOurs, isKnown)
    : null;
  const run = createFamilyRun(compiler, { plugin, modules, early, isOurs, shippedDrafts });
  /** What a watch has said of drafts: not again with every save. */
  let toldDrafts: string | null = null;

  /** Nobody ships what a server shows, nor what is served from memory; a host tells of its own. */
  async function shippedDrafts(view: AssetView): Promise<string | null> {
    if (serves || host !== null) return null;
    const [first] = view.files;
    if (watches && first !== undefined) {
      const isWritten = await writesToDisk(compiler.outputFileSystem, first.path);
      if (!isWritten) return null;
    }
    return draftLine(view, project);
  }

  function runAgain(): void {
    if (run.isOutdated()) compiler.watching?.invalidate();
  }

  function compile(compilation: FamilyCompilation): void {
    run.watch(compilation);
    run.tell(compilation);
    // Who watches has it in the terminal: a warning would lie over the page.
    if (run.drafts !== null && !watches) {
      const failure = { code: null, text: run.drafts, position: null };
      compilation.warnings.push(toFamilyError(compiler, failure));
    }
    refuseBroken(compiler, compilation, plugin);
    if (!serves) refuseTexts(compiler, compilation, plugin);
    emitPublic(compiler, compilation, plugin, publicFolders());
  }

  compiler.hooks.beforeRun.tapPromise(PLUGIN_NAME, () => {
    // A server watches. Who only loads webpack-dev-server, as `docusaurus build` does, has its sign too.
    serves = false;
    watches = false;
    return run.prepare();
  });
  compiler.hooks.watchRun.tapPromise(PLUGIN_NAME, () => {
    watches = true;
    return run.prepare();
  });
  compiler.hooks.thisCompilation.tap(PLUGIN_NAME, compile);
  // After the statistics, so that a warning about drafts is what a person reads last.
  compiler.hooks.afterDone.tap(PLUGIN_NAME, (stats) => {
    // Once the bundler watches the files: before that, nobody is told of one that goes away.
    if (watches) setImmediate(runAgain);
    // Rspack has no statistics of a run that a plugin ended.
    if (host !== null || stats?.hasErrors() !== false) return;
    void tellSummary(plugin, run.drafts === toldDrafts ? null : run.drafts);
    if (watches) toldDrafts = run.drafts;
  });
  compiler.hooks.shutdown.tapPromise(PLUGIN_NAME, () => project.close());
  return {
    name: PLUGIN_NAME,
    noteImport: plugin.noteImport,
    project,
    session,
    modules,
    large,
    isHosted: host !== null,
    get prefix() {
      return plugin.prefix;
    },
    resolve: run.resolve,
    resolveNow: run.resolveNow,
    publicNames: () => new Set(session.latest()?.files.flatMap((file) => file.public ?? [])),
    tell: (line) => logger.info(line),
  };
}

/** By the sign of webpack's dev server and of Rspack 1's; Rspack 2's has its own. */
function isServer(): boolean {
  const { WEBPACK_SERVE, RSPACK_SERVE } = process.env;
  return (WEBPACK_SERVE ?? RSPACK_SERVE) !== undefined;
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
