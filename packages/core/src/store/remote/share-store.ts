import type { BlobStore } from '../cas/blob-store.ts';
import type { SharedCache } from './shared-cache.ts';

/** A store that gets a blob which it has not, or not whole, from the shared cache. */
export function shareStore(local: BlobStore, shared: Pick<SharedCache, 'fetch'>): BlobStore {
  return {
    ...local,
    async read(digest, bytes = null) {
      const found = await local.read(digest);
      if (found !== null || !(await shared.fetch(digest, bytes))) return found;
      return local.read(digest);
    },
    async materialise(digest, target, bytes = null) {
      if (await local.materialise(digest, target)) return true;
      return (await shared.fetch(digest, bytes)) && local.materialise(digest, target);
    },
  };
}
