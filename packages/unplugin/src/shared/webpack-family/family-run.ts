import { existsSync } from 'node:fs';
import type { AssetView, ResolvedImport } from '@assetgen/core';
import { failureOf, reportFailure } from '../failure.ts';
import type { Failure } from '../failure.ts';
import type { ObjectModules } from '../object-modules.ts';
import type { PluginProject } from '../plugin-project.ts';
import type { EarlyLook } from './early-look.ts';
import { toFamilyError } from './family-error.ts';
import type { FamilyCompilation, FamilyCompiler } from './family-plugin.ts';
import { changedFiles, forget } from './renew-files.ts';

/** What the runs of one compiler know of the project, from each to the next. */
export interface FamilyRun {
  /** Makes the outputs, and has the compiler read again those that changed. What fails is kept for {@link tell}. */
  prepare(): Promise<void>;
  /** Names the files and folders whose change begins another run. */
  watch(compilation: FamilyCompilation): void;
  /** Whether a file is gone that was there when it was read: bundlers do not tell what goes away while they run. */
  isOutdated(): boolean;
  /** Puts what failed into the compilation. */
  tell(compilation: FamilyCompilation): void;
  /** See `FamilyPlugin`. */
  resolve(id: string): Promise<ResolvedImport | 'unknown' | null>;
  /** See `FamilyPlugin`. */
  resolveNow(id: string): ResolvedImport | 'unknown' | null;
  /** That the outputs are drafts which somebody may ship; null: they are none. */
  readonly drafts: string | null;
}

interface FamilyRunContext {
  readonly plugin: PluginProject;
  readonly modules: ObjectModules;
  /** A look that a dev server's watcher began before the run. */
  readonly early: EarlyLook | null;
  /** Whether a file decides about the outputs. */
  readonly isOurs: (file: string) => boolean;
  /** Says that drafts among these outputs may be shipped. */
  readonly shippedDrafts: (view: AssetView) => Promise<string | null>;
}

export function createFamilyRun(
  compiler: FamilyCompiler,
  { plugin, modules, early, isOurs, shippedDrafts }: FamilyRunContext,
): FamilyRun {
  const { project, session, large } = plugin;
  let failure: Failure | null = null;
  /** Whether the last look at the project threw. */
  let blocked = false;
  /** Whether the project's files were there when their last reading began: what goes away after that has to be told. */
  const wasThere = new Map<string, boolean>();
  /** What the last run knew. */
  let prepared: AssetView | null = null;
  /** What could not be generated behind the page; a warning, as an error would stop its updates. */
  let behind: Failure | null = null;
  let drafts: string | null = null;
  plugin.onFailure((told) => {
    behind = told;
    compiler.watching?.invalidate();
  });

  async function makeOutputs(): Promise<void> {
    await plugin.readPrefix();
    const { report, view } = await session.ensure();
    failure = reportFailure(report);
    drafts = await shippedDrafts(view);
    const changed = changedFiles(prepared, view);
    prepared = view;
    forget(compiler, [
      ...(await modules.sync(view)),
      ...(await large.sync(view)),
      ...changed.map((file) => file.path),
    ]);
  }

  function lookForOthers(): void {
    for (const file of project.watched()) {
      if (!wasThere.has(file)) wasThere.set(file, existsSync(file));
    }
  }

  const latest = (id: string): ResolvedImport | 'unknown' | null => {
    const view = session.latest();
    return view === null ? 'unknown' : view.resolve(id);
  };

  const run: FamilyRun = {
    async prepare() {
      const changes = [...(compiler.modifiedFiles ?? []), ...(compiler.removedFiles ?? [])];
      const ours = changes.filter(isOurs);
      const looked = (await early?.covers(ours)) ?? null;
      if (looked !== null) {
        wasThere.clear();
        for (const [file, stamp] of looked) wasThere.set(file, stamp !== '');
      }
      // A run without a change of ours reads none of them.
      if (run.isOutdated() || (looked === null && ours.length > 0)) {
        session.invalidate();
        wasThere.clear();
      }
      if (ours.some((file) => !file.endsWith('.lock.json'))) behind = null;
      lookForOthers();
      try {
        await makeOutputs();
        blocked = false;
      } catch (error) {
        failure = failureOf(error);
        blocked = true;
      }
      // The first look tells what else is watched: the other names that a config may have.
      lookForOthers();
    },
    watch(compilation) {
      // Watched as a file, one that is missing counts as removed, which would start another run.
      const isMissing = (file: string): boolean =>
        wasThere.get(file) === false && !existsSync(file);
      const watched = project.watched();
      compilation.fileDependencies.addAll(watched.filter((file) => !isMissing(file)));
      compilation.missingDependencies.addAll(watched.filter(isMissing));
      // A folder that holds what is written would change with every run.
      const holdsOutput = (folder: string): boolean => compiler.outputPath.startsWith(folder);
      const folders = project.watchedFolders().filter((folder) => !holdsOutput(folder));
      compilation.contextDependencies.addAll(folders);
    },
    isOutdated: () => [...wasThere].some(([file, there]) => there && !existsSync(file)),
    tell(compilation) {
      if (behind !== null) compilation.warnings.push(toFamilyError(compiler, behind));
      if (failure !== null) compilation.errors.push(toFamilyError(compiler, failure));
    },
    resolve: async (id) => (blocked ? latest(id) : session.resolve(id)),
    resolveNow: (id) => (blocked ? latest(id) : session.resolveNow(id)),
    get drafts() {
      return drafts;
    },
  };
  return run;
}
