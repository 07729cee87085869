import type { AssetgenOptions, Mode } from '../config/assetgen-options.ts';
import type { ResolvedConfig } from '../config/resolve-config.ts';
import type { TierCheck } from '../node/check-tiers.ts';
import type { KeyRing, NewKey, NewKeyOptions } from '../node/key-ring.ts';
import type { NodeRuntime } from '../node/open-node-runtime.ts';
import type { SecretPlace } from '../node/trust.ts';
import type { Plan } from '../plan/plan.ts';
import type { CachePruneReport, PruneOptions } from '../run/cache/prune-cache.ts';
import type { AssetChange } from '../run/edit/asset-change.ts';
import type { LoggedChange } from '../run/edit/change-record.ts';
import type { EntryChange } from '../run/edit/entry-change.ts';
import type { RenameChange } from '../run/edit/rename-asset.ts';
import type { TakeBack, TakenBack } from '../run/edit/take-back.ts';
import type { ManyChange, ManyChanged } from '../run/edit/change-many.ts';
import type { Decision, ReviewChange } from '../run/edit/review-assets.ts';
import type { WantedRevision } from '../run/edit/use-revision.ts';
import type { EnsureOptions, EnsureResult } from '../run/ensure-options.ts';
import type { ReportedError } from '../run/report/build-report.ts';
import type { Inspection } from '../run/report/inspect-project.ts';
import type { ProjectEvent } from '../run/report/project-event.ts';
import type { VerifyReport } from '../store/cas/verify-store.ts';
import type { TierPush } from '../store/remote/push-to.ts';

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
   * asset does not: it is in `report.errors`.
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
   * The same project with all that the command and the gallery do with it, loaded for that; null
   * where an object is not a project of core.
   */
  tools(): Promise<ProjectTools | null>;
  close(): Promise<void>;
}

/** A project with what the command and the gallery do with it beyond making outputs. */
export interface ProjectTools extends Project {
  config(): Promise<ResolvedConfig>;
  /**
   * What a build would do and cost; `balance` null: not known, or it does not matter.
   * @param only names or patterns of assets: these, with what they depend on. @default all
   */
  plan(only?: readonly string[]): Promise<Plan & { readonly balance: number | null }>;
  /**
   * Keeps the total of a plan that a person saw: a build asks (`confirm`) before it spends more.
   * @param points the most that the plan may cost
   */
  planShown(points: number): Promise<void>;
  /**
   * Where manifests, lock, types and outputs do not agree; no network.
   * @param options `approved`: also where nobody approved an asset as it is. @default false
   */
  check(options?: { readonly approved?: boolean }): Promise<{
    readonly assets: number;
    readonly problems: readonly ReportedError[];
    /** Frozen assets whose recipe is no longer the locked one. */
    readonly drift: readonly string[];
  }>;
  runtime(): Promise<NodeRuntime>;
  /** Writes `assets.gen.d.ts`; says whether it changed. */
  types(): Promise<{ readonly file: string; readonly changed: boolean }>;
  /**
   * Adds an asset to the first manifest that is JSON, or to `file` (from the root).
   * @throws AssetgenError `ASSETGEN_USAGE`, `ASSETGEN_MANIFEST`; nothing is written then
   */
  add(name: string, entry: object, file?: string): Promise<EntryChange>;
  /**
   * Adds a copy of an asset below it, with the comments in it; `fields`: what the copy has otherwise.
   * @throws AssetgenError `ASSETGEN_USAGE`, `ASSETGEN_MANIFEST`; nothing is written then
   */
  duplicate(
    name: string,
    to: string,
    fields?: Readonly<Record<string, unknown>>,
  ): Promise<EntryChange>;
  /**
   * Writes an image that a person gave beside the manifest, and gives its path as an entry names it.
   * @throws AssetgenError `ASSETGEN_USAGE` for other bytes than an image, and for more than 50 MB
   */
  saveReference(name: string, bytes: Uint8Array, file?: string): Promise<string>;
  /**
   * Gives an asset another name, in manifests, lock, files and decisions. Buys nothing.
   * @throws AssetgenError `ASSETGEN_USAGE`, `ASSETGEN_MANIFEST`; nothing is written then
   */
  rename(name: string, to: string): Promise<RenameChange>;
  /** Removes an asset from its manifest; its purchases stay in the cache. */
  remove(name: string): Promise<EntryChange>;
  /** Raises an asset's revision in its manifest; the next build asks for it again. */
  reroll(name: string): Promise<AssetChange>;
  /** Picks another variant of an asset in its manifest. */
  pick(name: string, variant: number): Promise<AssetChange>;
  /** Asks for one variant more in its manifest; the next build buys it. */
  another(name: string): Promise<AssetChange>;
  /** Writes another prompt into the manifest, unless that is no longer `before`. */
  edit(name: string, prompt: string, before: string): Promise<AssetChange>;
  /** Writes a limit of `expect` into the manifest, such as `maxBytes`; buys nothing. */
  limit(name: string, key: string, value: number): Promise<AssetChange>;
  /**
   * Writes into the manifest what an earlier purchase was asked for; the next build uses it and buys nothing.
   * @throws AssetgenError `ASSETGEN_USAGE` where it is not known here, or would cost something
   */
  use(name: string, wanted: WantedRevision): Promise<AssetChange>;
  /**
   * Writes what a person decided about assets into `assets.gen.reviews.jsonl`, with the digest of what there is.
   * @throws AssetgenError `ASSETGEN_USAGE` for one that is not made, or not up to date
   */
  review(names: readonly string[], decision: Decision): Promise<ReviewChange>;
  /** Changes many assets in their manifests by one change. */
  changeMany(names: readonly string[], change: ManyChange): Promise<ManyChanged>;
  /**
   * Takes back the newest change that a command or the gallery made, or one by its number; buys nothing.
   * @throws AssetgenError `ASSETGEN_USAGE` where there is none, or the same was changed since
   */
  undo(wanted?: TakeBack): Promise<TakenBack>;
  /** What commands and the gallery changed, oldest first. */
  changes(): Promise<readonly LoggedChange[]>;
  /** What the project has and what a build would do; no network. */
  inspect(): Promise<Inspection>;
  /** Points at the service; null where they are not known, or do not matter. */
  balance(signal: AbortSignal): Promise<number | null>;
  /** Hears the events of every run, beside `onEvent`. Gives what ends it. */
  subscribe(listener: (event: ProjectEvent) => void): () => void;
  /** Rehashes the cache. */
  verify(signal: AbortSignal): Promise<VerifyReport>;
  /** The keys of the shared cache: this user's own, and those that the config trusts. */
  keys(): Promise<KeyRing>;
  /** Where secrets of the environment would go, and who vouches for each place. */
  places(): Promise<readonly SecretPlace[]>;
  /** Asks every tier of the shared cache, and writes a small entry where it may. */
  checkShared(): Promise<readonly TierCheck[]>;
  /**
   * Writes what the lock names from this machine's cache to every tier of the shared cache that
   * takes writes, and has it not. `sharing` events tell how far it is.
   */
  push(signal: AbortSignal): Promise<readonly TierPush[]>;
  /** Makes a key pair for signing entries of the shared cache. */
  newKey(options: NewKeyOptions): Promise<NewKey>;
  /** Cleans the cache of what no known project uses. */
  prune(options: PruneOptions): Promise<CachePruneReport>;
}

/** The type of core's `openProject`: adapters take it as a port. */
export type OpenProject = (options: ProjectOptions) => Project;
