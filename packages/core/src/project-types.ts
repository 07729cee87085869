import type { AssetgenError } from '@assetgen/client/errors';
import type { JobEvent } from './jobs/types.ts';
import type { PlanAction } from './plan/asset-plan.ts';
import type { SavedPlan } from './plan/saved-plan.ts';

export type Mode = 'draft' | 'generate' | 'frozen';

/** Options of the config file, of the plugins and of `openProject`; all have defaults. */
export interface AssetgenOptions {
  /**
   * Manifests, as paths or globs relative to the root.
   * @default `assets.gen.json`, `.jsonc`, `.mts`, `.ts` and `.mjs`
   */
  readonly manifests?: string | readonly string[];
  /** Prefix of imports. @default '@gen' */
  readonly prefix?: string;
  /**
   * In a dev server `'generate'` shows drafts at once and generates behind them.
   * @default 'draft' in dev servers, 'frozen' where `CI` is set, else 'generate'
   */
  readonly mode?: Mode;
  /** `'local'` makes the embedded local service the service itself. */
  readonly service?: 'local';
  /** Base URL of group V1. `ASSETGEN_BASE_URL` wins over it. */
  readonly baseUrl?: string;
  /** Base URL of group LEGACY. `ASSETGEN_API_URL` wins over it. */
  readonly apiUrl?: string;
  /** Points that one build may spend. @default no limit */
  readonly budget?: number;
  /** Jobs under way at once. @default 8 */
  readonly concurrency?: number;
  /** Deadline of one job. Unit: seconds. @default 1800 */
  readonly jobTimeout?: number;
  readonly cache?: CacheOptions;
}

/** Where results are kept, on this machine and for a team. */
export interface CacheOptions {
  /** Folder of the cache, relative to the root. `ASSETGEN_CACHE_DIR` wins over it. @default the user's cache folder */
  readonly dir?: string;
  /**
   * Places of the shared cache, nearest first. `ASSETGEN_REMOTE_CACHE` (URLs with spaces between
   * them, or `off`) wins over it. @default none
   */
  readonly remote?: string | RemoteTierOptions | readonly (string | RemoteTierOptions)[];
  /** Public keys whose entries of the shared cache are believed: `assetgen keys show` prints one. @default [] */
  readonly trustedKeys?: readonly string[];
  /** Keeps the entries of teams, or of services, apart in one shared cache. @default '' */
  readonly namespace?: string;
  /**
   * Whether a create may go out while the first Redis or Postgres of `remote`, which keeps two
   * machines from buying the same thing, cannot be reached. @default true
   */
  readonly buyAlone?: boolean;
}

/** One place of the shared cache. */
export interface RemoteTierOptions {
  /** `redis://`, `rediss://`, `valkey://`, `postgres://`, `s3://bucket/prefix?endpoint=…` or `https://…` (Bazel's HTTP cache protocol). */
  readonly url: string;
  /** @default 'read-write' */
  readonly access?: 'read' | 'read-write';
  /** Whether blobs go there too. @default true for S3 and HTTP, false for Redis and Postgres */
  readonly blobs?: boolean;
  /** Lets plain HTTP go beyond this machine. @default false */
  readonly insecure?: boolean;
}

/** One file that the build made, ready to be served or emitted. */
export interface OutputFile {
  /** Name of the asset: `props/dragon`. */
  readonly asset: string;
  /** Name below the prefix: `props/dragon.lod1.glb`. */
  readonly name: string;
  /** Absolute path of the real file. */
  readonly path: string;
  readonly bytes: number;
  /** 64 hex digits. */
  readonly sha256: string;
  /** True for a free stand-in. */
  readonly draft: boolean;
  /** `models/dragon.glb` where the output is `public`: served and emitted under that URL too. */
  readonly public?: string;
}

/** What an import below the prefix means. */
export type ResolvedImport =
  | { readonly type: 'file'; readonly file: OutputFile }
  /** An object import: `code` is the ES module, whose URL imports go through `file` imports. */
  | { readonly type: 'object'; readonly asset: string; readonly code: string };

/** A snapshot of all outputs, for bundler adapters. */
export interface AssetView {
  readonly prefix: string;
  /** Absolute paths: manifests, lock, config and input files. */
  readonly watch: readonly string[];
  readonly files: readonly OutputFile[];
  /**
   * `id` as written in the import, with the prefix and without a query: `@gen/props/dragon.glb`.
   * null when the id is not below the prefix. Throws `ASSETGEN_UNKNOWN_IMPORT` with the nearest
   * name for one that is and does not exist.
   */
  resolve(id: string): ResolvedImport | null;
}

export type ProjectEvent =
  | JobEvent
  /** Calls of `ensure` run one after another; each begins and ends with these two. */
  | { readonly type: 'run-start'; readonly mode: Mode }
  /** `report` null: the run threw. */
  | { readonly type: 'run-end'; readonly report: BuildReport | null }
  | { readonly type: 'planned'; readonly assets: number; readonly pending: number }
  /** The points at the service, before the first create of this run. */
  | { readonly type: 'balance'; readonly points: number }
  | { readonly type: 'asset-start'; readonly asset: string; readonly action: PlanAction }
  | { readonly type: 'asset-done'; readonly asset: string }
  | { readonly type: 'asset-failed'; readonly asset: string; readonly error: AssetgenError }
  /** Uploads to the shared cache that the end of the build waits for. `bytes` are still to go. */
  | {
      readonly type: 'sharing';
      readonly done: number;
      readonly total: number;
      readonly bytes: number;
    }
  | { readonly type: 'warning'; readonly code: string; readonly message: string };

/** A place in a manifest, for an editor or an overlay to point at. */
export interface SourcePosition {
  /** Absolute path. */
  readonly file: string;
  /** Counts from 1. */
  readonly line: number;
  /** Counts from 1. */
  readonly column: number;
}

export interface ReportedError {
  readonly code: string;
  readonly asset: string | null;
  readonly message: string;
  readonly hint: string | null;
  /** Where the asset (or the bad key) stands. Errors that `ensure` throws carry the same field. */
  readonly position?: SourcePosition;
}

/** The value of `build --json`. */
export interface BuildReport {
  readonly ok: boolean;
  readonly mode: Mode;
  /** Counts. */
  readonly assets: number;
  readonly outputs: number;
  readonly generated: number;
  readonly converted: number;
  readonly downloaded: number;
  readonly cached: number;
  readonly drafted: number;
  readonly failed: number;
  /** Points charged in this run; null when a charge is unknown. */
  readonly points: number | null;
  readonly durationMs: number;
  readonly errors: readonly ReportedError[];
}

export interface EnsureOptions {
  readonly mode?: Mode;
  readonly only?: readonly string[];
  readonly resubmit?: readonly string[];
  readonly budget?: number;
  /** Only part `index` (from 1) of `count`: assets that share a purchase stay together. */
  readonly shard?: { readonly index: number; readonly count: number };
  /** Does exactly what this plan says, or throws `ASSETGEN_STALE_PLAN`. */
  readonly plan?: SavedPlan;
  readonly signal?: AbortSignal;
}

export interface EnsureResult {
  readonly report: BuildReport;
  /** Outputs that exist; a failed asset has none. */
  readonly view: AssetView;
  /**
   * sha256 (64 hex digits) of the lock that this run read and left: a watcher that finds the lock so
   * need not look again. null or not there: no lock, one that someone else wrote meanwhile, not known.
   */
  readonly lockDigest?: string | null;
  /** Public outputs that do not exist, as their asset failed. */
  readonly missingPublic?: readonly MissingPublic[];
}

/** A public output without a file. */
export interface MissingPublic {
  /** Name of the asset: `props/dragon`. */
  readonly asset: string;
  /** `models/dragon.glb`: where it would be served. */
  readonly public: string;
}

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
