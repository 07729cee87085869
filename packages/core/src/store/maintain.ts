import { randomBytes } from 'node:crypto';
import { link, mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Digest } from '../brands.ts';
import { asDigest, digestFile } from './digest.ts';

interface StandingBlob {
  readonly digest: Digest;
  readonly file: string;
}

/** What rehashing a store found. */
export interface VerifyReport {
  readonly blobs: number;
  readonly bytes: number;
  /** Blobs whose bytes were not what their name says: moved aside, and got again when needed. */
  readonly corrupt: readonly Digest[];
}

/** Rehashes every blob; a bad one is moved aside. */
export async function verifyStore(dir: string, signal: AbortSignal): Promise<VerifyReport> {
  const corrupt: Digest[] = [];
  let blobs = 0;
  let bytes = 0;
  for (const { digest, file } of await listBlobs(dir)) {
    signal.throwIfAborted();
    const found = await stat(file).catch(() => null);
    if (found === null) continue;
    blobs += 1;
    bytes += found.size;
    if ((await digestFile(file)) === digest) continue;
    corrupt.push(digest);
    await setAside(dir, 'quarantine', file);
  }
  return { blobs, bytes, corrupt };
}

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
  /** Nothing that was written or used after this moment goes. Unit: milliseconds. */
  readonly olderThan: number;
  /** Counts, and deletes nothing. */
  readonly dryRun: boolean;
}

/**
 * Deletes blobs that nobody uses. A writer may come between the look and the deletion: a blob is
 * moved aside first, looked at once more, and put back when it was used meanwhile.
 */
export async function pruneStore(dir: string, rules: PruneRules): Promise<PruneReport> {
  let deleted = 0;
  let kept = 0;
  let bytes = 0;
  const goes = ({ digest }: StandingBlob, modifiedMs: number): boolean =>
    modifiedMs < rules.olderThan && !rules.isUsed(digest, modifiedMs);
  for (const blob of await listBlobs(dir)) {
    const found = await stat(blob.file).catch(() => null);
    if (found === null) continue;
    if (!goes(blob, found.mtimeMs)) {
      kept += 1;
      continue;
    }
    if (!rules.dryRun) {
      const aside = await setAside(dir, 'tmp', blob.file);
      if (aside === null) continue;
      const again = await stat(aside);
      if (!goes(blob, again.mtimeMs)) {
        await link(aside, blob.file).catch(() => undefined);
        await rm(aside, { force: true });
        kept += 1;
        continue;
      }
      await rm(aside, { force: true });
    }
    deleted += 1;
    bytes += found.size;
  }
  if (!rules.dryRun) bytes += await dropLeftovers(dir, rules.olderThan);
  return { deleted, kept, bytes };
}

/** Temporary files that no writer came back for, and blobs that were found corrupt. */
async function dropLeftovers(dir: string, olderThan: number): Promise<number> {
  let bytes = 0;
  for (const folder of ['tmp', 'quarantine']) {
    for (const name of await readdir(path.join(dir, folder)).catch(() => [])) {
      const file = path.join(dir, folder, name);
      const found = await stat(file).catch(() => null);
      if (found === null || !found.isFile() || found.mtimeMs >= olderThan) continue;
      await rm(file, { force: true });
      bytes += found.size;
    }
  }
  return bytes;
}

async function listBlobs(dir: string): Promise<StandingBlob[]> {
  const folder = path.join(dir, 'blobs');
  const found: StandingBlob[] = [];
  for (const start of await readdir(folder).catch(() => [])) {
    for (const rest of await readdir(path.join(folder, start)).catch(() => [])) {
      if (!/^[0-9a-f]{64}$/.test(start + rest)) continue;
      found.push({ digest: asDigest(start + rest), file: path.join(folder, start, rest) });
    }
  }
  return found;
}

async function setAside(dir: string, folder: string, file: string): Promise<string | null> {
  const name = `${path.basename(file)}.${randomBytes(6).toString('hex')}`;
  const aside = path.join(dir, folder, name);
  await mkdir(path.dirname(aside), { recursive: true });
  return rename(file, aside).then(
    () => aside,
    () => null,
  );
}
