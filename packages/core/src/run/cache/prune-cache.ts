import { stat } from 'node:fs/promises';
import path from 'node:path';
import { AssetgenError } from '@assetgen/client/errors';
import type { Digest } from '../../brands.ts';
import { ANYWHERE } from '../../fs/link-guard.ts';
import type { PathGuard } from '../../fs/link-guard.ts';
import { OWN_FILE, readText } from '../../fs/read-text.ts';
import { parseLock } from '../../lock/parse-lock.ts';
import type { Lock } from '../../lock/lock.ts';
import { listCostly } from '../../store/prune/mark-costly.ts';
import { readProjectRecords, removeProjectRecord } from '../../store/prune/project-record.ts';
import type { PruneReport } from '../../store/prune/prune-store.ts';
import { fileSystemTime, pruneStore } from '../../store/prune/prune-store.ts';

export interface PruneOptions {
  /** Nothing that was used in this many days goes. @default 30 */
  readonly days?: number;
  /** Deletes unused blobs, the oldest first, until the cache has this size. Unit: bytes. @default no limit */
  readonly maxBytes?: number;
  /** Also deletes blobs that only projects used that are no longer where they were. @default false */
  readonly gone?: boolean;
  /** Also deletes conversions of the service, which may cost points to get again. @default false */
  readonly costly?: boolean;
  /** @default false */
  readonly dryRun?: boolean;
}

export interface CachePruneReport extends PruneReport {
  /** Roots of the projects that use the cache. */
  readonly projects: readonly string[];
  /** Those of them whose lock is gone or unreadable: their blobs are kept. */
  readonly unreadable: readonly string[];
  /** Roots of projects that are no longer where they were, and whose blobs are deleted. */
  readonly gone: readonly string[];
}

const DAY_MS = 86_400_000;
/** What a build that is under way may have stored and not yet locked. */
const GRACE_MS = 3_600_000;

/**
 * Cleans the cache of what no known project uses. Journals stay: nothing that is unfinished goes,
 * and, unless it is asked for, nothing that could cost points to get again.
 * @param now Unix time. Unit: milliseconds
 */
export async function pruneCache(
  cacheDir: string,
  now: number,
  options: PruneOptions,
  guard: PathGuard = ANYWHERE,
): Promise<CachePruneReport> {
  const { days = 30, maxBytes = null, gone = false, costly = false, dryRun = false } = options;
  const records = await readProjectRecords(cacheDir).catch((error: unknown) => {
    throw new AssetgenError(
      'ASSETGEN_STORE',
      `the cache's records cannot be read: ${String(error)}`,
      {
        hint: 'Nothing was deleted. Build the projects that use this cache once, then prune again.',
        cause: error,
      },
    );
  });
  const used = new Set<Digest>(costly ? [] : await listCostly(cacheDir));
  const unreadable: string[] = [];
  const left: string[] = [];
  // If a project cannot be asked, blobs that it may have stored after its record was written stay too.
  let unsureSince = Number.POSITIVE_INFINITY;
  for (const record of records) {
    const digests = await lockedDigests(record.root);
    if (digests === 'missing' && gone) {
      left.push(record.root);
      continue;
    }
    for (const digest of record.digests) used.add(digest);
    if (typeof digests === 'string') {
      unreadable.push(record.root);
      unsureSince = Math.min(unsureSince, record.at - DAY_MS);
    } else for (const digest of digests) used.add(digest);
  }
  // A clock that is ahead of the file system's would make everything old.
  const time = Math.min(now, await fileSystemTime(cacheDir, now, guard));
  const report = await pruneStore(cacheDir, {
    isUsed: (digest, modifiedMs) => used.has(digest) || modifiedMs >= unsureSince,
    olderThan: time - days * DAY_MS,
    youngest: time - GRACE_MS,
    maxBytes,
    dryRun,
    guard,
  });
  // After its blobs: a prune that is ended between the two finds it again.
  if (!dryRun) for (const root of left) await removeProjectRecord(cacheDir, root, guard);
  const projects = records.flatMap(({ root }) => (left.includes(root) ? [] : [root]));
  return { ...report, projects, gone: left, unreadable };
}

/** Every digest that a lock names. */
export function digestsOf(lock: Lock): Digest[] {
  return Object.values(lock.assets).flatMap((asset) => [
    ...asset.variants.flatMap((variant) => ('failed' in variant ? [] : [variant.digest])),
    ...Object.values(asset.outputs).map((output) => output.digest),
  ]);
}

async function lockedDigests(root: string): Promise<readonly Digest[] | 'missing' | 'unreadable'> {
  const file = path.join(root, 'assets.gen.lock.json');
  try {
    return digestsOf(parseLock(file, await readText(file, OWN_FILE)));
  } catch (error) {
    const missing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    if (!missing) return 'unreadable';
    // A root that stands without a lock uses nothing; one that is gone may have moved.
    return (await stat(root).catch(() => null)) === null ? 'missing' : [];
  }
}
