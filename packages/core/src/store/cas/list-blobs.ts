import { randomBytes } from 'node:crypto';
import { renameSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import type { Digest } from '../../brands.ts';
import { asDigest } from './digest.ts';
import type { PathGuard } from '../../fs/link-guard.ts';
import { makeSharedFolder } from '../../fs/make-shared-folder.ts';

export interface StandingBlob {
  readonly digest: Digest;
  readonly file: string;
}

/** Every blob of a store, by its name. */
export async function listBlobs(dir: string): Promise<StandingBlob[]> {
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

/**
 * Moves a blob out of its place; null where somebody else was faster.
 * @param guard says where may be written and deleted
 */
export function setAside(
  dir: string,
  folder: string,
  file: string,
  guard: PathGuard,
): string | null {
  const name = `${path.basename(file)}.${randomBytes(6).toString('hex')}`;
  const aside = path.join(dir, folder, name);
  guard(aside);
  guard(path.dirname(file));
  makeSharedFolder(path.dirname(aside));
  try {
    renameSync(file, aside);
    return aside;
  } catch {
    return null;
  }
}
