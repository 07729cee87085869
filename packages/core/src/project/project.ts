import type { AssetgenOptions, Mode } from '../config/assetgen-options.ts';
import type { EnsureOptions, EnsureResult } from '../run/ensure-options.ts';
import type { ProjectEvent } from '../run/report/project-event.ts';

export interface ProjectOptions {
  /** Folder of the user's project. */
  readonly root: string;
  /** Options of the plugin or the command: they win over the config file. */
  readonly options?: AssetgenOptions;
  /** Who asks; decides the default mode. */
  readonly command: 'build' | 'serve';
  readonly onEvent?: (event: ProjectEvent) => void;
}

/** What config, options and environment came to. */
export interface ProjectSettings {
  readonly prefix: string;
  readonly mode: Mode;
  /** Points that one run may spend; null: no limit. */
  readonly budget: number | null;
  /** Where results come from; `none`: mode `generate` has nothing but drafts. */
  readonly service: 'local' | 'remote' | 'none';
}

/** An open project. Opening does no I/O; every method reads what it needs. */
export interface Project {
  readonly root: string;
  /** Reads the config only, so that a dev server knows the prefix before any output exists. */
  settings(): Promise<ProjectSettings>;
  /**
   * Makes every output exist by the mode's rules and returns where the files are. Calls that come
   * while one runs share it. A bad manifest or config throws (`ASSETGEN_MANIFEST`, …); a failed
   * asset does not: it stands in `report.errors`.
   */
  ensure(options?: EnsureOptions): Promise<EnsureResult>;
  /**
   * Absolute paths that decide what `ensure` gives: manifests (also those that do not exist yet),
   * lock, config, input files. Known after the first `ensure`, also when that threw, so that a
   * watcher can wait for the repair.
   */
  watched(): readonly string[];
  /** Absolute paths of folders in which a new file may be a manifest: where the config has globs. */
  watchedFolders(): readonly string[];
  /** Forget the snapshot: a watched file changed. */
  invalidate(): void;
  /**
   * The same project with all that core can do with it, which is loaded for that; undefined where
   * this is the whole one, or an adapter's stand-in for it.
   */
  full?(): Promise<Project>;
  close(): Promise<void>;
}

/** The type of core's `openProject`: adapters take it as a port. */
export type OpenProject = (options: ProjectOptions) => Project;
