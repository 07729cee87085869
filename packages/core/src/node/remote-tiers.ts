import { AssetgenError } from '@assetgen/client/errors';
import type { ResolvedRemote } from '../config/resolve-remote.ts';
import type { PathGuard } from '../fs/link-guard.ts';
import type { Clock } from '../ports.ts';
import type { BuildContext } from '../run/build-context.ts';
import type { BlobStore } from '../store/cas/blob-store.ts';
import type { GuardedTier } from '../store/remote/guarded-tier.ts';
import { guardTier } from '../store/remote/guarded-tier.ts';
import { openTier } from '../store/remote/open-tier.ts';
import type { SharedCache } from '../store/remote/shared-cache.ts';
import { createSharedCache } from '../store/remote/shared-cache.ts';
import type { SigningKey } from '../store/remote/signing-key.ts';
import { trustKeys } from '../store/remote/signing-key.ts';
import { remoteTimes } from '../store/remote/remote-times.ts';
import type { UploadQueue } from '../store/remote/upload-queue.ts';
import { fileUploadQueue } from '../store/remote/upload-queue.ts';
import { createHttpExchange } from './create-http-exchange.ts';
import { ownKey } from './key-ring.ts';
import { unsharedFolder } from './untold.ts';

/** The tiers of a project, open for as long as it is. */
export interface RemoteTiers {
  share(
    service: 'service' | 'local',
    store: BlobStore,
    context: BuildContext,
  ): Promise<SharedCache>;
  close(): Promise<void>;
}

export function openRemoteTiers(
  remote: ResolvedRemote,
  locksDir: string,
  guard: PathGuard,
  clock: Clock,
): RemoteTiers {
  const times = remoteTimes(remote.timeoutMs);
  const exchange = () => createHttpExchange(times);
  const tiers = remote.tiers.map((config) => {
    const tier = openTier(config, { clock, times, aws: remote.aws, exchange });
    return guardTier(config, tier, clock, times);
  });
  return {
    async share(service, store, { options, signal }) {
      const warn = (code: string, message: string): void =>
        options.onEvent({ type: 'warning', code, message });
      const usesIndex = options.shared === 'all';
      const used = tiers.filter(({ tier }) => usesIndex || tier.blobs !== null);
      await Promise.all(used.map(({ tier }) => tier.prepare()));
      const signer = usesIndex ? await signingKeyOf(remote, warn) : null;
      // This machine trusts its own signatures.
      const own = signer === null ? [] : [signer.publicKey];
      const trusted = trustKeys([...remote.trustedKeys, ...own]);
      if (usesIndex && trusted.size === 0) warn('ASSETGEN_REMOTE_KEYS', NO_KEYS);
      const queues = new Map<GuardedTier, UploadQueue>();
      const queueOf = (tier: GuardedTier): UploadQueue => {
        const folder = unsharedFolder(locksDir, remote.namespace, tier.config);
        const queue = queues.get(tier) ?? fileUploadQueue(folder, clock, guard);
        queues.set(tier, queue);
        return queue;
      };
      return createSharedCache({
        tiers: used,
        store,
        scope: { namespace: remote.namespace, service },
        trusted,
        signer,
        index: usesIndex,
        clock,
        times,
        signal,
        warn,
        queueOf,
      });
    },
    async close() {
      await Promise.all(tiers.map(({ tier }) => tier.close().catch(() => undefined)));
    },
  };
}

const NO_KEYS =
  'no key is trusted, so this machine ignores the shared cache\'s index and may pay again: run `assetgen keys new` and name the public key in "cache.trustedKeys"';

/** A key that cannot be used is told; the build goes on without one. */
async function signingKeyOf(
  remote: ResolvedRemote,
  warn: (code: string, message: string) => void,
): Promise<SigningKey | null> {
  try {
    return (await ownKey(remote))?.key ?? null;
  } catch (error) {
    if (!(error instanceof AssetgenError)) throw error;
    warn(error.code, `${error.message}; nothing is signed. ${error.hint ?? ''}`);
    return null;
  }
}
