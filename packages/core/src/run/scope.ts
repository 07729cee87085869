import type { Digest, Fingerprint } from '../brands.ts';
import type { ResolvedConfig } from '../config/resolve-config.ts';
import type { JournalState } from '../plan/journal-state.ts';
import type { ProjectEvent } from './report/project-event.ts';
import type { Lane } from './workspace/workspace.ts';
import type { StepPool } from '../process/pool/step-pool.ts';
import type { ListModels } from './guards/check-models.ts';

/** The concrete things that a run stands on; `node/` builds them. */
export interface RunPorts {
  readonly root: string;
  readonly config: ResolvedConfig;
  openLane(kind: 'real' | 'draft', run: RunScope): Promise<Lane>;
  readJournal(recipe: Fingerprint, ordinal: number): Promise<JournalState>;
  /** Tells the cache which blobs this project uses, for prune. */
  remember(digests: readonly Digest[]): Promise<void>;
  /**
   * The points at the service; null where they are not known, or do not matter.
   * @throws AssetgenError `ASSETGEN_AUTH`
   */
  balance(signal: AbortSignal): Promise<number | null>;
  readonly listModels: ListModels;
  sleep(ms: number, signal: AbortSignal): Promise<void>;
  /** Runs tasks, at most `concurrency` at once, started in their order. */
  pool(concurrency: number): (task: () => Promise<void>) => Promise<void>;
  /** The workers that make outputs; opened with the first output that has to be made. */
  steps(): Promise<StepPool>;
  now(): number;
}

/** What a run takes from the shared cache, and gives to it. */
export type SharedUse =
  | 'none'
  /** By the digests of the lock alone: what the index says counts for nothing. */
  | 'blobs'
  | 'all';

/** What an engine of this run needs to know. */
export interface RunScope {
  readonly shared: SharedUse;
  readonly signal: AbortSignal;
  readonly budget: number | null;
  readonly onEvent: (event: ProjectEvent) => void;
  /** Points charged so far; filled by the lane's engine. */
  readonly charge: (points: number | null) => void;
  /** A create of an asset was charged. */
  readonly learn: (asset: string, points: number) => void;
}

/** Of what is free and not told. */
export const NO_SCOPE: RunScope = {
  shared: 'none',
  signal: new AbortController().signal,
  budget: null,
  onEvent: () => undefined,
  charge: () => undefined,
  learn: () => undefined,
};
