import path from 'node:path';
import type { Upload } from '@assetgen/client';
import type { JobEngine } from '../../jobs/job-engine.ts';
import type { Exclusive, LockFile } from '../../lock/open-lock-file.ts';
import { LOCK_NAME, openLockFile } from '../../lock/open-lock-file.ts';
import type { BlobStore } from '../../store/cas/blob-store.ts';
import { diskError } from '../../fs/disk-error.ts';
import type { ResultIndex } from '../../store/index/result-index.ts';
import type { SharedCache } from '../../store/remote/shared-cache.ts';
import type { StatCache } from './stat-cache.ts';
import { openStatCache } from './stat-cache.ts';

/** Asks the service whether an image shows a person. null: it could not tell. */
export type CheckPortrait = (
  image: Upload,
  signal: AbortSignal,
) => Promise<{ readonly portrait: boolean | null; readonly message: string }>;

/**
 * Where results of one sort live. The real lane has the project's lock, its files folder, the
 * user's store and the service; the draft lane has the same things of its own below
 * `.assetgen/drafts`, so that a draft cannot reach what is committed or shared.
 */
export interface Lane {
  readonly draft: boolean;
  readonly lock: LockFile;
  /** Absolute path of the folder that the outputs stand in. */
  readonly filesDir: string;
  readonly stats: StatCache;
  readonly store: BlobStore;
  readonly index: ResultIndex;
  /** null: none is set, or this lane has no part in it. */
  readonly shared: SharedCache | null;
  /** Opened with the first job: a warm build opens none. */
  readonly engine: () => Promise<JobEngine>;
  /** An engine that makes forgotten results once more, where that is free; else null. */
  readonly remake: (() => Promise<JobEngine>) | null;
  /** Asks the service about an image; null where nothing is bought. */
  readonly checkPortrait: CheckPortrait | null;
}

export interface LaneParts {
  readonly root: string;
  readonly store: BlobStore;
  readonly index: ResultIndex;
  /** null: none is set, or this lane has no part in it. */
  readonly shared: SharedCache | null;
  readonly engine: () => Promise<JobEngine>;
  readonly remake: (() => Promise<JobEngine>) | null;
  readonly checkPortrait: CheckPortrait | null;
}

/** The project's own lane. */
export async function openRealLane(parts: LaneParts): Promise<Lane> {
  const { root, ...rest } = parts;
  return {
    draft: false,
    lock: await openLockFile(path.join(root, LOCK_NAME), LOCK_NAME, oneWriter(root)),
    filesDir: path.join(root, '.assetgen/files'),
    stats: await openStatCache(path.join(root, '.assetgen/state.json')),
    ...rest,
  };
}

/** Two builds of one project take turns at its lock: neither writes over the other's entries. */
function oneWriter(root: string): Exclusive {
  return async function takeTurn(work) {
    const [{ fileRecipeLocks }, { systemClock }] = await Promise.all([
      import('../../jobs/locks/recipe-lock.ts'),
      import('@assetgen/client'),
    ]);
    const folder = path.join(root, '.assetgen/journal');
    const locks = fileRecipeLocks(folder, systemClock, { lookMs: 20 });
    const held = await locks.acquire('lockfile', {}).catch((error: unknown) => {
      throw diskError(error, folder);
    });
    try {
      return await work();
    } finally {
      await held.release();
    }
  };
}

/** The lane of free stand-ins. */
export async function openDraftLane(parts: LaneParts): Promise<Lane> {
  const { root, ...rest } = parts;
  const folder = path.join(root, '.assetgen/drafts');
  return {
    draft: true,
    lock: await openLockFile(path.join(folder, 'lock.json'), '.assetgen/drafts/lock.json'),
    filesDir: path.join(folder, 'files'),
    stats: await openStatCache(path.join(folder, 'state.json')),
    ...rest,
  };
}
