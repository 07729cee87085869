import { lstatSync } from 'node:fs';
import { lstat, open, readdir, rm, rmdir } from 'node:fs/promises';
import path from 'node:path';
import type { Digest } from '../../brands.ts';
import type { PathGuard } from '../../fs/link-guard.ts';
import { putBack } from '../../fs/put-back.ts';
import { temporaryName } from '../../fs/write-atomic.ts';
import type { StandingBlob } from '../cas/list-blobs.ts';
import { listBlobs, setAside } from '../cas/list-blobs.ts';
import { makeSharedFolder, UNOPENED } from '../../fs/make-shared-folder.ts';

/** What cleaning a store did. */
export interface PruneReport {
  readonly deleted: number;
  readonly kept: number;
  /** Bytes that are free now, or would be. */
  readonly bytes: number;
}

export interface PruneRules {
  /** True for a blob that somebody uses, or may use. */
  readonly isUsed: (digest: Digest, modifiedMs: number) => boolean;
  /** What nobody used since this moment goes. Unix time. Unit: milliseconds. */
  readonly olderThan: number;
  /** Nothing that was written or used after this moment goes, whatever else is asked. */
  readonly youngest: number;
  /** Unused blobs are deleted, the oldest first, until the rest takes this much. Unit: bytes. */
  readonly maxBytes: number | null;
  /** Counts, and deletes nothing. */
  readonly dryRun: boolean;
  /** Says what may be deleted. */
  readonly guard: PathGuard;
}

interface UnusedBlob extends StandingBlob {
  readonly bytes: number;
  readonly modifiedMs: number;
}

/**
 * Deletes blobs that nobody uses. A writer may come between the check and the deletion: a blob is
 * moved aside first, looked at once more, and put back when it was used meanwhile.
 */
export async function pruneStore(dir: string, rules: PruneRules): Promise<PruneReport> {
  const { isUsed, olderThan, youngest, maxBytes, dryRun, guard } = rules;
  const unused: UnusedBlob[] = [];
  let kept = 0;
  let standing = 0;
  for (const blob of await listBlobs(dir)) {
    const found = await lstat(blob.file).catch(() => null);
    if (found?.isFile() !== true) continue;
    standing += found.size;
    const { size: bytes, mtimeMs: modifiedMs } = found;
    if (modifiedMs < youngest && !isUsed(blob.digest, modifiedMs)) {
      unused.push({ ...blob, bytes, modifiedMs });
    } else kept += 1;
  }
  let deleted = 0;
  let freed = 0;
  for (const blob of unused.sort((a, b) => a.modifiedMs - b.modifiedMs)) {
    const isTooMuch = maxBytes !== null && standing - freed > maxBytes;
    const goes = blob.modifiedMs < olderThan || isTooMuch;
    const outcome = !goes ? 'kept' : dryRun ? 'deleted' : await remove(dir, blob, youngest, guard);
    if (outcome === 'kept') kept += 1;
    if (outcome !== 'deleted') continue;
    deleted += 1;
    freed += blob.bytes;
  }
  const leftSince = Math.min(olderThan, youngest);
  const bytes = freed + (await dropLeftovers(dir, leftSince, dryRun, guard));
  if (!dryRun) await dropUnopened(dir, leftSince, guard);
  return { deleted, kept, bytes };
}

/**
 * Whoever looks for a blob while it is aside misses it. So it is looked at first: since all were listed, it may have
 * been used. And from there to its way back nothing waits.
 *
 * @returns `gone` where somebody else took it away
 */
async function remove(
  dir: string,
  blob: UnusedBlob,
  youngest: number,
  guard: PathGuard,
): Promise<'deleted' | 'kept' | 'gone'> {
  if (isYoung(blob.file, youngest)) return 'kept';
  const aside = setAside(dir, 'tmp', blob.file, guard);
  if (aside === null) return 'gone';
  const isUsed = isYoung(aside, youngest);
  // What somebody wrote in its place meanwhile has the same bytes.
  if (isUsed) putBack(aside, blob.file);
  await rm(aside, { force: true });
  return isUsed ? 'kept' : 'deleted';
}

function isYoung(file: string, youngest: number): boolean {
  const found = lstatSync(file, { throwIfNoEntry: false });
  return found !== undefined && found.mtimeMs >= youngest;
}

/** What `temporaryName`, `setAside` and `quarantine` make: nothing else in these folders is ours. */
const LEFTOVER = /^(?:\w+\.\d+\.[0-9a-f]{12}\.tmp|[0-9a-f]{62,64}\.[0-9a-f]{8,12})$/;

/** Temporary files that no writer came back for, and blobs that were found corrupt. */
async function dropLeftovers(
  dir: string,
  olderThan: number,
  dryRun: boolean,
  guard: PathGuard,
): Promise<number> {
  let bytes = 0;
  for (const folder of ['tmp', 'quarantine']) {
    for (const name of await readdir(path.join(dir, folder)).catch(() => [])) {
      if (!LEFTOVER.test(name)) continue;
      const file = path.join(dir, folder, name);
      const found = await lstat(file).catch(() => null);
      if (found === null || !found.isFile() || found.mtimeMs >= olderThan) continue;
      guard(file);
      if (!dryRun) await rm(file, { force: true });
      bytes += found.size;
    }
  }
  return bytes;
}

/** Empty folders of a shared cache whose maker was killed before it opened them to the others. */
async function dropUnopened(dir: string, olderThan: number, guard: PathGuard): Promise<void> {
  const below = await readdir(dir, { withFileTypes: true }).catch(() => []);
  const folders = below.filter((each) => each.isDirectory());
  const parents = [dir, ...folders.map(({ name }) => path.join(dir, name))];
  for (const parent of parents) {
    for (const name of await readdir(parent).catch(() => [])) {
      if (!UNOPENED.test(name)) continue;
      const folder = path.join(parent, name);
      const found = await lstat(folder).catch(() => null);
      if (found?.isDirectory() !== true || found.mtimeMs >= olderThan) continue;
      guard(folder);
      // Fails where there is anything in it.
      await rmdir(folder).catch(() => undefined);
    }
  }
}

/**
 * The time by the file system that holds the store, which is what stamps its files; it may be
 * another machine's. Where that cannot be told, `fallback`.
 */
export async function fileSystemTime(
  dir: string,
  fallback: number,
  guard: PathGuard,
): Promise<number> {
  const probe = temporaryName(path.join(dir, 'tmp', 'time'));
  guard(probe);
  try {
    makeSharedFolder(path.dirname(probe));
    const handle = await open(probe, 'wx');
    const { mtimeMs } = await handle.stat().finally(() => handle.close());
    return mtimeMs;
  } catch {
    return fallback;
  } finally {
    await rm(probe, { force: true }).catch(() => undefined);
  }
}
