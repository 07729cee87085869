import path from 'node:path';
import type { ResolvedConfig } from '../config/resolve-config.ts';
import type { PathGuard } from '../fs/link-guard.ts';
import type { JobEngine } from '../jobs/job-engine.ts';
import type { BuildContext } from '../run/build-context.ts';
import type { CheckPortrait, Workspace } from '../run/workspace/workspace.ts';
import { recordedIndex } from '../run/workspace/recorded-index.ts';
import { openDraftFiles, openProjectFiles } from '../run/workspace/workspace-files.ts';
import type { BlobStore } from '../store/cas/blob-store.ts';
import { openBlobStore } from '../store/cas/blob-store.ts';
import { overlayStore } from '../store/cas/overlay-store.ts';
import type { ResultIndex } from '../store/index/result-index.ts';
import { openResultIndex } from '../store/index/result-index.ts';
import type { SharedCache } from '../store/remote/shared-cache.ts';
import type { Folders } from './folders.ts';
import { CACHE_LAYOUT } from './folders.ts';
import type { Clients } from './open-clients.ts';
import type { Asked } from './open-engine.ts';
import { openEngine, openFreeEngine, openTeamOf } from './open-engine.ts';
import type { Trust } from './trust.ts';
import type { OpenShared } from './open-shared.ts';
import { hasUnshared, hasUntoldIn } from './untold.ts';
import type { Clock } from '@assetgen/client/clock';
import { shareIndex } from '../store/remote/share-index.ts';
import { shareStore } from '../store/remote/share-store.ts';

/** Opens the workspaces of a project's runs. */
export interface WorkspaceOpener {
  openWorkspace(context: BuildContext): Promise<Workspace>;
  openDrafts(base: Workspace): Promise<Workspace>;
}

export function workspaceOpener(
  root: string,
  config: ResolvedConfig,
  folders: Folders,
  opened: {
    readonly clients: Clients;
    readonly openShared: OpenShared;
    readonly clock: Clock;
    readonly guard: PathGuard;
    readonly trust: Trust;
  },
  onClose: (close: () => Promise<void>) => void,
): WorkspaceOpener {
  const { clients, openShared, clock, guard, trust } = opened;
  const { cacheDir, ownCache, draftsDir } = folders;
  const lower = openBlobStore(cacheDir, guard);
  const upper = openBlobStore(path.join(ownCache, CACHE_LAYOUT), guard);
  const cacheIndex = openResultIndex(folders.indexDir, guard);
  const isLocal = config.service.type === 'local';
  const sort = isLocal ? 'local' : 'remote';

  const asked = async () => ({ client: await clients.real(), clock });
  const checkPortrait: CheckPortrait = async (image, signal) => {
    const client = await clients.real();
    const { statusCode, result, message } = await client.checkHumanImage({ image }, { signal });
    return { portrait: statusCode === 0 ? result : null, message };
  };

  const freeEngine = (asked: Asked, store: BlobStore): Promise<JobEngine> =>
    openFreeEngine(asked, config, store, onClose);

  return {
    async openWorkspace(context) {
      const ownStore = overlayStore(lower, upper, () => {
        const message = `the cache ${cacheDir} cannot be written: new results are kept in ${ownCache}`;
        context.options.onEvent({ type: 'warning', code: 'ASSETGEN_CACHE_READ_ONLY', message });
      });
      if (context.options.shared !== 'none') await trust.checkTiers(config.remote.tiers);
      const shared = openShared(isLocal ? 'local' : 'service', ownStore, context);
      const ownIndex = recordedIndex(cacheIndex, root, sort);
      const { store, index } =
        shared === null
          ? { store: ownStore, index: ownIndex }
          : shareStores(ownStore, ownIndex, shared);
      const files = await openProjectFiles(root, clock, sort);
      // When this run ends, it also sends the records that an earlier run could not send to the team.
      if (!isLocal && hasUntoldIn(folders.locksDir, config.remote)) {
        await openTeamOf(folders, config, guard, index, clock, context, onClose);
      }
      if (hasUnshared(folders.locksDir, config.remote)) shared?.resume();
      const places = { store, index, lock: files.lock, guard };
      return {
        ...files,
        base: null,
        store,
        index,
        shared,
        engine: once(async () =>
          openEngine(await asked(), folders, config, places, context, onClose),
        ),
        // The embedded service makes the same bytes for the same recipe, and is free: what it has
        // forgotten (another machine, a cleared cache) it makes once more.
        remake: isLocal ? async () => freeEngine(await asked(), store) : null,
        checkPortrait,
      };
    },
    async openDrafts(base) {
      const store = openBlobStore(draftsDir, guard);
      return {
        ...(await openDraftFiles(root, base)),
        base,
        store,
        index: openResultIndex(path.join(draftsDir, 'index'), guard),
        shared: null,
        engine: once(async () => freeEngine({ client: await clients.draft(), clock }, store)),
        remake: null,
        checkPortrait: null,
      };
    },
  };
}

function shareStores(
  own: BlobStore,
  ownIndex: ResultIndex,
  shared: SharedCache,
): { readonly store: BlobStore; readonly index: ResultIndex } {
  return { store: shareStore(own, shared), index: shareIndex(ownIndex, shared) };
}

/** Opened with the first call, and shared by all. */
function once<T>(open: () => Promise<T>): () => Promise<T> {
  let opened: Promise<T> | null = null;
  return () => (opened ??= open());
}
