import type { Upload } from '@assetgen/client';
import type { PathGuard } from '../../fs/link-guard.ts';
import type { JobEngine } from '../../jobs/job-engine.ts';
import type { LockFile } from '../../lock/open-lock-file.ts';
import type { Prices } from '../../plan/prices.ts';
import type { BlobStore } from '../../store/cas/blob-store.ts';
import type { ResultIndex } from '../../store/index/result-index.ts';
import type { SharedCache } from '../../store/remote/shared-cache.ts';
import type { StatCache } from './stat-cache.ts';

/** Asks the service whether an image shows a person. null: it could not tell. */
export type CheckPortrait = (
  image: Upload,
  signal: AbortSignal,
) => Promise<{ readonly portrait: boolean | null; readonly message: string }>;

/** The files of a workspace in the project's folder. */
export interface WorkspaceFiles {
  readonly lock: LockFile;
  /** Absolute path of the folder that the outputs stand in. */
  readonly filesDir: string;
  readonly stats: StatCache;
  /** Stands before every write and delete in the project's folder. */
  readonly guard: PathGuard;
  /** What creates cost, learned from the lock and from what a run is charged. */
  readonly prices: Prices;
}

/**
 * Where results of one sort live. The project's own workspace has its lock, its files folder, the
 * user's store and the service; the workspace of drafts has the same things of its own below
 * `.assetgen/drafts`, so that a draft cannot reach what is committed or shared.
 */
export interface Workspace extends WorkspaceFiles {
  /** Of drafts: the project's own workspace, whose results come first. null: it is that itself. */
  readonly base: Workspace | null;
  readonly store: BlobStore;
  readonly index: ResultIndex;
  /** null: none is set, or this workspace has no part in it. */
  readonly shared: SharedCache | null;
  /** Opened with the first job: a warm build opens none. */
  readonly engine: () => Promise<JobEngine>;
  /** An engine that makes forgotten results once more, where that is free; else null. */
  readonly remake: (() => Promise<JobEngine>) | null;
  /** Asks the service about an image; null where nothing is bought. */
  readonly checkPortrait: CheckPortrait | null;
}

export function isDraft(workspace: Workspace): boolean {
  return workspace.base !== null;
}

/** The workspaces in which the result of an asset is looked for, in this order. */
export function layersOf(workspace: Workspace): readonly Workspace[] {
  return workspace.base === null ? [workspace] : [workspace.base, workspace];
}
