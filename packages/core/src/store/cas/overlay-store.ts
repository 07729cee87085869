import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import path from 'node:path';
import type { BlobStore } from './blob-store.ts';
import { makeSharedFolder } from '../../fs/make-shared-folder.ts';

const READ_ONLY = new Set(['EROFS', 'EACCES', 'EPERM']);

/**
 * A store over one that may be read-only (a cache in an image, or somebody else's): what it has is
 * taken from it, and what it cannot take is kept in the store of the project.
 * @param onReadOnly called once, with the first blob that the lower store cannot take
 */
export function overlayStore(
  lower: BlobStore,
  upper: BlobStore,
  onReadOnly: () => void,
): BlobStore {
  let chosen: Promise<BlobStore> | null = null;
  const writable = (): Promise<BlobStore> => (chosen ??= choose());
  async function choose(): Promise<BlobStore> {
    if (await isWritable(lower.dir)) return lower;
    onReadOnly();
    return upper;
  }
  return {
    dir: lower.dir,
    putDir: async () => (await writable()).dir,
    put: async (source, options) => (await writable()).put(source, options),
    putBytes: async (bytes, options) => (await writable()).putBytes(bytes, options),
    putFetched: async (pieces, expect) => (await writable()).putFetched(pieces, expect),
    has: (digest) => lower.has(digest) || upper.has(digest),
    isEmpty: () => lower.isEmpty() && upper.isEmpty(),
    path: (digest) => (lower.has(digest) ? lower : upper.has(digest) ? upper : lower).path(digest),
    read: async (digest) => (await lower.read(digest)) ?? upper.read(digest),
    materialise: async (digest, target) =>
      (await lower.materialise(digest, target)) || upper.materialise(digest, target),
  };
}

/** False where the folder cannot be written; another trouble is for the write itself to tell. */
async function isWritable(dir: string): Promise<boolean> {
  try {
    for (const folder of ['tmp', 'blobs']) {
      makeSharedFolder(path.join(dir, folder));
      await access(path.join(dir, folder), constants.W_OK);
    }
    return true;
  } catch (error) {
    return !(error instanceof Error && 'code' in error && READ_ONLY.has(String(error.code)));
  }
}
