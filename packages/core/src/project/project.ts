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
import type { FieldChange } from '../run/edit/set-field.ts';
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

/** The settings that follow from config, options and environment. */
export interface ProjectSettings {
  readonly prefix: string;
  readonly mode: Mode;
  /** Points that one run may spend; null: no limit. */
  readonly budget: number | null;
  /** Where results come from; `none`: mode `generate` has nothing but drafts. */
  readonly service: 'local' | 'remote' | 'none';
}

/** An open project. Opening does no I/O; every method reads its files. */
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
   * Absolute paths that decide the result of `ensure`: manifests (also those that do not exist yet),
   * lock, config, input files. Known after the first `ensure`, also when that threw, so that a
   * watcher can wait for the repair.
   */
  watched(): readonly string[];
  /** Absolute paths of folders in which a new file may be a manifest: where the config has globs. */
  watchedFolders(): readonly string[];
  /** Forget the snapshot: a watched file changed. */
  invalidate(): void;
  /**
   * The same project with the tools of the command and the gallery, which this call loads; null for an
   * object that core did not make.
   */
  tools(): Promise<ProjectTools | null>;
  close(): Promise<void>;
}

/** A project with the tools of the command and the gallery. */
export interface ProjectTools extends Project {
  config(): Promise<ResolvedConfig>;
  /**
   * Plans a build, with its price; `balance` null: not known, or not needed.
   * @param only names or patterns of assets; their dependencies too. @default all
   */
  plan(only?: readonly string[]): Promise<Plan & { readonly balance: number | null }>;
  /**
   * Records the total price that a person saw: a build asks (`confirm`) before it spends more.
   * @param points the most that the plan may cost
   */
  planShown(points: number): Promise<void>;
  /**
   * Finds disagreements between manifests, lock, types and outputs; no network.
   * @param options `approved`: also where nobody approved an asset as it is. @default false
   */
  check(options?: { readonly approved?: boolean }): Promise<{
    readonly assets: number;
    readonly problems: readonly ReportedError[];
    /** Frozen assets with another recipe than the lock's. */
    readonly drift: readonly string[];
    /** Outputs that a frozen build made again with other bytes than the lock's, which are in no cache. */
    readonly remade: readonly string[];
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
   * Adds a copy of an asset below it, with its comments; `fields` replace those of the copy.
   * @throws AssetgenError `ASSETGEN_USAGE`, `ASSETGEN_MANIFEST`; nothing is written then
   */
  duplicate(
    name: string,
    to: string,
    fields?: Readonly<Record<string, unknown>>,
  ): Promise<EntryChange>;
  /**
   * Saves an image beside the manifest, and returns its path for an entry.
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
  /** Writes a field of an asset, or of one of its outputs, into the manifest; buys nothing. */
  set(name: string, field: FieldChange): Promise<AssetChange>;
  /**
   * Restores the entry of an earlier purchase in the manifest; the next build uses its result and buys nothing.
   * @throws AssetgenError `ASSETGEN_USAGE` if this machine does not know the purchase, or it would cost points
   */
  use(name: string, wanted: WantedRevision): Promise<AssetChange>;
  /**
   * Writes a decision about assets into `assets.gen.reviews.jsonl`, with the digests of their files.
   * @throws AssetgenError `ASSETGEN_USAGE` for an asset that is not made, or not up to date
   */
  review(names: readonly string[], decision: Decision): Promise<ReviewChange>;
  /** Changes many assets in their manifests by one change. */
  changeMany(names: readonly string[], change: ManyChange): Promise<ManyChanged>;
  /**
   * Undoes the newest change by a command or the gallery, or the one with a given number; buys nothing.
   * @throws AssetgenError `ASSETGEN_USAGE` if there is none, or a later change conflicts with it
   */
  undo(wanted?: TakeBack): Promise<TakenBack>;
  /** The changes by commands and the gallery, oldest first. */
  changes(): Promise<readonly LoggedChange[]>;
  /** The state of the project and the plan of a build; no network. */
  inspect(): Promise<Inspection>;
  /** Points at the service; null where they are not known, or do not matter. */
  balance(signal: AbortSignal): Promise<number | null>;
  /** Listens to the events of every run, beside `onEvent`. Returns a function that stops listening. */
  subscribe(listener: (event: ProjectEvent) => void): () => void;
  /** Rehashes the cache. */
  verify(signal: AbortSignal): Promise<VerifyReport>;
  /** The keys of the shared cache: this user's own, and those that the config trusts. */
  keys(): Promise<KeyRing>;
  /** The hosts that would get secrets of the environment, with the reason why each is trusted. */
  places(): Promise<readonly SecretPlace[]>;
  /** Tests every tier of the shared cache; writes a small entry to each one that allows writes. */
  checkShared(): Promise<readonly TierCheck[]>;
  /**
   * Uploads the results of the lock from this machine's cache to every writable tier of the shared
   * cache that lacks them. `sharing` events report the progress.
   */
  push(signal: AbortSignal): Promise<readonly TierPush[]>;
  /** Makes a key pair for signing entries of the shared cache. */
  newKey(options: NewKeyOptions): Promise<NewKey>;
  /** Deletes blobs that no known project uses from the cache. */
  prune(options: PruneOptions): Promise<CachePruneReport>;
}

/** The type of core's `openProject`: adapters take it as a port. */
export type OpenProject = (options: ProjectOptions) => Project;
