import { readdir } from 'node:fs/promises';
import path from 'node:path';
import type { Digest } from '../../brands.ts';
import type { PathGuard } from '../../fs/link-guard.ts';
import { writeSharedAtomic } from '../../fs/write-atomic.ts';
import { asDigest, hexOf } from '../cas/digest.ts';

const FOLDER = 'costly';

/** Remembers that getting a blob once more may cost points. Written before the blob stands. */
export async function markCostly(dir: string, digest: Digest, guard: PathGuard): Promise<void> {
  await writeSharedAtomic(path.join(dir, FOLDER, hexOf(digest)), '', guard);
}

/** Blobs of a store that prune leaves. */
export async function listCostly(dir: string): Promise<readonly Digest[]> {
  const names = await readdir(path.join(dir, FOLDER)).catch(() => []);
  return names.filter((name) => /^[0-9a-f]{64}$/.test(name)).map(asDigest);
}
