import type { Digest } from '../brands.ts';
import type { Mode } from '../config/assetgen-options.ts';
import type { ResolvedConfig } from '../config/resolve-config.ts';
import type { JournalledPurchase } from '../jobs/journal/inspect-journals.ts';
import type { Asset } from '../manifest/manifest.ts';
import type { JournalState } from '../plan/journal-state.ts';
import type { KnownTimes } from '../plan/order-by-time.ts';
import type { StepPool } from '../process/pool/step-pool.ts';
import type { EnsureOptions } from './ensure-options.ts';
import type { ListModels } from './guards/check-models.ts';
import type { RunPoints } from './guards/run-points.ts';
import type { ProjectEvent } from './report/project-event.ts';
import type { Report } from './report/report.ts';
import type { Workspace } from './workspace/workspace.ts';
import type { StandIn } from './report/stand-in.ts';

/** The concrete things that a run works with; `node/` builds them. */
export interface RunPorts {
  readonly root: string;
  readonly config: ResolvedConfig;
  /** The project's own workspace. */
  openWorkspace(context: BuildContext): Promise<Workspace>;
  /** The workspace of drafts, over the project's own. */
  openDrafts(base: Workspace): Promise<Workspace>;
  /** What the journal holds of purchases, in their order. */
  readJournals(purchases: readonly JournalledPurchase[]): Promise<readonly JournalState[]>;
  /** Tells the cache which blobs this project uses, for prune. */
  remember(digests: readonly Digest[]): Promise<void>;
  /**
   * The points at the service; null where they are not known, or do not matter.
   * @throws AssetgenError `ASSETGEN_AUTH`, `ASSETGEN_TRUST`
   */
  balance(signal: AbortSignal): Promise<number | null>;
  readonly listModels: ListModels;
  sleep(ms: number, signal: AbortSignal): Promise<void>;
  /**
   * Does the task of an asset: at most `concurrency` are at work at once. Of those that wait the one with the lowest
   * place begins first, and so do their creates go out.
   */
  runTask(task: (slot: TaskSlot) => Promise<void>, place: number): Promise<void>;
  /** What earlier runs learned of the service's times. */
  knownTimes(): Promise<KnownTimes>;
  /** The workers that make outputs; opened with the first output that has to be made. */
  steps(): Promise<StepPool>;
  now(): number;
  /** Unit: milliseconds since 1970. */
  time(): number;
  /** Of what the embedded service makes for the asset; null where it is no stand-in. */
  standIn?(asset: Asset): Promise<StandIn | null>;
  /** Told before the first asset is made. */
  readonly installProblem: InstallProblem | null;
}

/** What is wrong with the way in which a project's packages are installed, as a warning says it. */
export interface InstallProblem {
  readonly code: string;
  readonly message: string;
}

/** What the task of an asset holds while it is at work. */
export interface TaskSlot {
  readonly place: number;
  /** Waits for what is no work of this machine: the slot is another task's meanwhile. */
  outside<T>(wait: () => Promise<T>): Promise<T>;
}

/** What a run takes from the shared cache, and gives to it. */
export type SharedUse =
  | 'none'
  /** By the digests of the lock alone: what the index says counts for nothing. */
  | 'blobs'
  | 'all';

/** What a run is asked for, with every default filled in. */
export interface BuildOptions extends EnsureOptions {
  readonly mode: Mode;
  readonly shared: SharedUse;
  /** Points that the run may spend; null: no limit. */
  readonly limit: number | null;
  readonly onEvent: (event: ProjectEvent) => void;
}

/** What one run carries. */
export interface BuildContext {
  readonly ports: RunPorts;
  readonly options: BuildOptions;
  /** The manifest's, by name. */
  readonly assets: ReadonlyMap<string, Asset>;
  readonly points: RunPoints;
  readonly report: Report;
  readonly signal: AbortSignal;
  /** Of the asset's task; handed down, as each storage that Node 20 carries along costs at every promise. */
  readonly slot: TaskSlot;
}
