import type { SharedCache } from './shared-cache.ts';

/** A shared cache that is opened by its first use: a warm build has none, and loads nothing of it. */
export function lazyShared(open: () => Promise<SharedCache>): SharedCache {
  let opened: Promise<SharedCache> | null = null;
  const get = (): Promise<SharedCache> => (opened ??= open());
  /** In the background; an error of opening was told to whoever looked before. */
  const later = (use: (shared: SharedCache) => void): void => {
    get().then(use, () => undefined);
  };
  return {
    look: async (name) => (await get()).look(name),
    lookAll: async (names) => (names.length === 0 ? [] : (await get()).lookAll(names)),
    fetch: async (digest, bytes) => (await get()).fetch(digest, bytes),
    share: (name, value, blobs) => later((shared) => shared.share(name, value, blobs)),
    resume: () => later((shared) => shared.resume()),
    offer: (blobs) => later((shared) => shared.offer(blobs)),
    async finish(tell) {
      if (opened === null) return;
      const shared = await opened.catch(() => null);
      await shared?.finish(tell);
    },
  };
}
