import { AssetgenError } from '@assetgen/client/errors';
import type { ResolvedRemote } from '../config/resolve-remote.ts';
import { linkGuard } from '../fs/link-guard.ts';
import type { NodeRuntime } from './open-node-runtime.ts';
import type { ProjectEvent } from '../run/report/project-event.ts';
import { pushItems } from '../run/cache/push-items.ts';
import { createContext, lookOptions } from '../run/create-context.ts';
import { guardTier } from '../store/remote/guarded-tier.ts';
import { openTier } from '../store/remote/open-tier.ts';
import type { PushItem, TierPush } from '../store/remote/push-to.ts';
import { pushTo } from '../store/remote/push-to.ts';
import { nameOf, saysAsMuch } from '../store/remote/shared-value.ts';
import { trustKeys } from '../store/remote/signing-key.ts';
import { remoteTimes } from '../store/remote/remote-times.ts';
import { fileUploadQueue } from '../store/remote/upload-queue.ts';
import { createHttpExchange } from './create-http-exchange.ts';
import { foldersOf } from './folders.ts';
import { ownKey } from './key-ring.ts';
import { dropEpoch } from './kept-epoch.ts';
import { epochFile, unsharedFolder } from './untold.ts';
import { systemClock } from '@assetgen/client/clock';

/**
 * Writes what a project's lock names to every tier that takes writes and has it not, one tier after
 * the other. `sharing` events tell how far it is.
 * @throws AssetgenError `ASSETGEN_CONFIG` where no tier is set, or none may be written to;
 *   `ASSETGEN_SIGNING_KEY` where there is no key to sign with
 */
export async function pushLocked(
  runtime: NodeRuntime,
  onEvent: (event: ProjectEvent) => void,
  signal: AbortSignal,
): Promise<readonly TierPush[]> {
  const { config } = runtime;
  const { remote } = config;
  const tiers = remote.tiers.filter(({ access }) => access === 'read-write');
  if (tiers.length === 0) throw nowhere(remote);
  await runtime.trust.checkTiers(tiers);
  const signer = (await ownKey(remote))?.key ?? null;
  if (signer === null) {
    throw new AssetgenError('ASSETGEN_SIGNING_KEY', 'there is no key to sign entries with', {
      hint: 'Run `assetgen keys new`, or set ASSETGEN_SIGNING_KEY. Nothing was written.',
    });
  }
  const trusted = trustKeys([...remote.trustedKeys, signer.publicKey]);
  const service = config.service.type === 'local' ? 'local' : 'service';
  const scope = { namespace: remote.namespace, service } as const;
  const context = createContext(runtime, { assets: [] }, lookOptions(config));
  const { lock, store } = await runtime.openWorkspace(context);
  const guard = linkGuard(runtime.root);
  const locked = pushItems(lock.current);
  const { locksDir } = await foldersOf(runtime.root, config);
  const times = remoteTimes(remote.timeoutMs);
  const given = { store, scope, trusted, signer, clock: systemClock, times, signal };
  const pushed: TierPush[] = [];
  for (const config of tiers) {
    const exchange = () => createHttpExchange(times);
    const ports = { clock: systemClock, times, aws: remote.aws, exchange };
    const tier = openTier(config, ports);
    const queue = fileUploadQueue(
      unsharedFolder(locksDir, remote.namespace, config),
      systemClock,
      guard,
    );
    const items = joinItems(locked, await queue.take());
    const before = pushed.length * locked.length;
    try {
      await tier.prepare();
      const guarded = guardTier(config, tier, systemClock, times);
      const total = tiers.length * locked.length + items.length - locked.length;
      const tell = (done: number): void =>
        onEvent({ type: 'sharing', done: before + done, total, bytes: 0 });
      const push = await pushTo(guarded, items, { ...given, tell });
      pushed.push(push);
      // Entries that this machine lacks are in no queue: they could never be sent.
      if (push.failed === 0) await queue.keep([]);
      // It knows what this machine knows: a place that forgot is one to begin anew with.
      const isWhole = push.failed + push.missing === 0;
      if (isWhole) await dropEpoch(epochFile(locksDir, remote.namespace, config), guard);
    } finally {
      await tier.close().catch(() => undefined);
    }
  }
  return pushed;
}

/** What the lock names, and what builds left that says more, or that it does not name: of other projects, say. */
function joinItems(locked: readonly PushItem[], left: readonly PushItem[]): readonly PushItem[] {
  const known = new Map(
    locked.flatMap(({ entry }) => (entry === null ? [] : [[nameOf(entry), entry.value]])),
  );
  const isNew = ({ entry }: PushItem): boolean => {
    const value = entry === null ? undefined : known.get(nameOf(entry));
    return entry === null || value === undefined || !saysAsMuch(value, entry.value);
  };
  return [...locked, ...left.filter(isNew)];
}

function nowhere({ tiers }: ResolvedRemote): AssetgenError {
  const labels = tiers.map(({ label }) => label).join(', ');
  return tiers.length === 0
    ? new AssetgenError('ASSETGEN_CONFIG', 'no shared cache is set: there is nowhere to push to', {
        hint: 'Set "cache.remote", or ASSETGEN_REMOTE_CACHE=URL.',
      })
    : new AssetgenError('ASSETGEN_CONFIG', `read only: ${labels}; nothing was written`, {
        hint: 'Set "access": "read-write" for the tier to push to, or leave out ?access=read.',
      });
}
