import { nodeCrypto } from '@assetgen/core/warm';
import type { AssetView } from '@assetgen/core';

/** What is used of Rspack's compiler. Rspack 1 has the option among the experiments. */
interface CachingCompiler {
  readonly options: { readonly cache?: unknown; readonly experiments?: unknown };
  readonly hooks: {
    readonly beforeRun: { tap(name: string, use: () => void): void };
    readonly watchRun: { tap(name: string, use: () => void): void };
  };
}

interface PersistentCache {
  readonly type: string;
  version?: string;
}

/**
 * Makes Rspack's persistent cache one of what imports mean. It keeps modules with what their imports resolved to and
 * with their errors, and resolves none of them again in another process: after a build with drafts the next one would
 * ship drafts, and after a failed one it would fail again.
 *
 * @param latest the view of the run that begins; null where the project cannot be read
 */
export function keyCache(
  compiler: CachingCompiler,
  name: string,
  latest: () => AssetView | null,
): void {
  const { cache, experiments } = compiler.options;
  const caches = [cache, (experiments as { readonly cache?: unknown } | undefined)?.cache].filter(
    isPersistent,
  );
  const own = caches.map(({ version = '' }) => version);

  // Rspack reads its options when the first run begins; in a watch importers are built again.
  function key(): void {
    const paths = latest()?.files.map((file) => file.path) ?? ['none'];
    const digest = nodeCrypto().createHash('sha256').update(paths.sort().join('\n')).digest('hex');
    for (const [index, each] of caches.entries()) {
      each.version = `${own[index]} assetgen ${digest.slice(0, 16)}`;
    }
  }

  if (caches.length === 0) return;
  compiler.hooks.beforeRun.tap(name, key);
  compiler.hooks.watchRun.tap(name, key);
}

function isPersistent(cache: unknown): cache is PersistentCache {
  if (typeof cache !== 'object' || cache === null || !('type' in cache)) return false;
  return cache.type === 'persistent' || cache.type === 'filesystem';
}
