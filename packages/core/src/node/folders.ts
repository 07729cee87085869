import path from 'node:path';
import type { ResolvedConfig } from '../config/resolve-config.ts';
import { expandHome } from '../fs/expand-home.ts';
import { defaultCacheDir } from './default-cache-dir.ts';

/** The layout of the cache folder; a change that old versions cannot read gets a new one. */
export const CACHE_LAYOUT = 'v1';

/** Absolute paths of the folders that a project uses. */
export interface Folders {
  /** Of the user's cache, whatever its layout. */
  readonly base: string;
  readonly cacheDir: string;
  /** Where results are kept when the user's cache cannot be written. */
  readonly ownCache: string;
  readonly journalDir: string;
  /** Locks and a second copy of the journal, for all projects of this machine. */
  readonly locksDir: string;
  readonly indexDir: string;
  readonly draftsDir: string;
}

export async function foldersOf(root: string, config: ResolvedConfig): Promise<Folders> {
  const ownCache = path.join(root, '.assetgen/cache');
  const base =
    config.cacheDir === null
      ? await defaultCacheDir(ownCache)
      : path.resolve(root, expandHome(config.cacheDir));
  const cacheDir = path.join(base, CACHE_LAYOUT);
  // Results of the embedded service are kept apart: a project that moves on to a real service must not take it
  // for that one's, nor ask that one for its UUIDs.
  const scope = config.service.type === 'local' ? 'local' : '';
  return {
    base,
    cacheDir,
    ownCache,
    journalDir: path.join(root, '.assetgen/journal', scope),
    locksDir: path.join(cacheDir, 'locks', scope),
    indexDir: path.join(cacheDir, 'index', scope),
    draftsDir: path.join(root, '.assetgen/drafts'),
  };
}
