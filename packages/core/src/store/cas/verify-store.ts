import { lstat } from 'node:fs/promises';
import type { Digest } from '../../brands.ts';
import { ANYWHERE } from '../../fs/link-guard.ts';
import type { PathGuard } from '../../fs/link-guard.ts';
import { digestFile } from './digest.ts';
import { listBlobs, setAside } from './list-blobs.ts';

/** The result of rehashing a store. */
export interface VerifyReport {
  readonly blobs: number;
  readonly bytes: number;
  /** Blobs whose bytes did not match their name: moved aside, and fetched again when needed. */
  readonly corrupt: readonly Digest[];
}

/** Rehashes every blob; a bad one is moved aside. */
export async function verifyStore(
  dir: string,
  signal: AbortSignal,
  guard: PathGuard = ANYWHERE,
): Promise<VerifyReport> {
  const corrupt: Digest[] = [];
  let blobs = 0;
  let bytes = 0;
  for (const { digest, file } of await listBlobs(dir)) {
    signal.throwIfAborted();
    const found = await lstat(file).catch(() => null);
    // A folder or a link is a miss to whoever asks for the blob.
    if (found?.isFile() !== true) continue;
    blobs += 1;
    bytes += found.size;
    if ((await digestFile(file)) === digest) continue;
    corrupt.push(digest);
    setAside(dir, 'quarantine', file, guard);
  }
  return { blobs, bytes, corrupt };
}
