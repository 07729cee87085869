import type { ResolvedConfig } from '../config/resolve-config.ts';
import type { PathGuard } from '../fs/link-guard.ts';
import type { Clock } from '../ports.ts';
import type { BuildContext } from '../run/build-context.ts';
import type { BlobStore } from '../store/cas/blob-store.ts';
import { lazyShared } from '../store/remote/lazy-shared.ts';
import type { SharedCache } from '../store/remote/shared-cache.ts';
import type { RemoteTiers } from './remote-tiers.ts';

/** Opens the shared cache for one run. null: none is set, or the run has no part in it. */
export type OpenShared = (
  service: 'service' | 'local',
  store: BlobStore,
  context: BuildContext,
) => SharedCache | null;

/**
 * The shared cache of a project. Connections and breakers outlive a run; warnings and uploads are
 * one run's. Nothing is loaded before the first look.
 */
export function sharedOpener(
  config: ResolvedConfig,
  locksDir: string,
  guard: PathGuard,
  clock: Clock,
  onClose: (close: () => Promise<void>) => void,
): OpenShared {
  let tiers: Promise<RemoteTiers> | null = null;
  async function open(): Promise<RemoteTiers> {
    const { openRemoteTiers } = await import('./remote-tiers.ts');
    const opened = openRemoteTiers(config.remote, locksDir, guard, clock);
    onClose(() => opened.close());
    return opened;
  }
  return function openShared(service, store, context) {
    if (config.remote.tiers.length === 0 || context.options.shared === 'none') return null;
    return lazyShared(async () => {
      tiers ??= open();
      return (await tiers).share(service, store, context);
    });
  };
}
