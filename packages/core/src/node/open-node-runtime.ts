import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { AssetgenError } from '@assetgen/client/errors';
import type { Client } from '@assetgen/client';
import type { ResolvedConfig } from '../config/resolve-config.ts';
import type { JobEngine } from '../jobs/job-engine.ts';
import { inspectJournal } from '../jobs/journal/inspect-journal.ts';
import { defaultCacheDir } from './default-cache-dir.ts';
import { clientsOf } from './open-clients.ts';
import { sharedOpener } from './open-shared.ts';
import type { Team } from './team.ts';
import type { Clock } from '../ports.ts';
import type { StepPool } from '../process/pool/step-pool.ts';
import type { RunPorts, RunScope } from '../run/scope.ts';
import { NO_SCOPE } from '../run/scope.ts';
import type { CheckPortrait, Lane } from '../run/workspace/workspace.ts';
import { openDraftLane, openRealLane } from '../run/workspace/workspace.ts';
import type { BlobStore } from '../store/cas/blob-store.ts';
import { openBlobStore } from '../store/cas/blob-store.ts';
import { tagCache } from '../store/prune/tag-cache.ts';
import type { SharedCache } from '../store/remote/shared-cache.ts';
import { overlayStore } from '../store/cas/overlay-store.ts';
import { writeProjectRecord } from '../store/prune/project-record.ts';
import type { ResultIndex } from '../store/index/result-index.ts';
import { openResultIndex } from '../store/index/result-index.ts';

const systemClock: Clock = {
  now: () => performance.timeOrigin + performance.now(),
  sleep: (ms, options = {}) =>
    delay(ms, undefined, options.signal === undefined ? {} : { signal: options.signal }),
};

/** The layout of the cache folder; a change that old versions cannot read gets a new one. */
const CACHE_LAYOUT = 'v1';

/** Everything concrete that a project opened in this process; closed with it. */
export interface NodeRuntime extends RunPorts {
  /** The client of the service that the config names. */
  client(): Promise<Client>;
  readonly cacheDir: string;
  /** Unix time. Unit: milliseconds. */
  time(): number;
  close(): Promise<void>;
}

/** Builds the real ports. Nothing is opened, and no library loaded, before it is asked for. */
export async function openNodeRuntime(root: string, config: ResolvedConfig): Promise<NodeRuntime> {
  const ownCache = path.join(root, '.assetgen/cache');
  const base =
    config.cacheDir === null
      ? await defaultCacheDir(ownCache)
      : path.resolve(root, config.cacheDir);
  const cacheDir = path.join(base, CACHE_LAYOUT);
  // What the embedded service made is kept apart: a project that moves on to a real service must
  // not take it for that one's, nor ask that one for its UUIDs.
  const scope = config.service.type === 'local' ? 'local' : '';
  const journalDir = path.join(root, '.assetgen/journal', scope);
  const locksDir = path.join(cacheDir, 'locks', scope);
  const lower = openBlobStore(cacheDir);
  const upper = openBlobStore(path.join(ownCache, CACHE_LAYOUT));

  const ownIndex = openResultIndex(path.join(cacheDir, 'index', scope));
  const closers: (() => Promise<void>)[] = [];
  const openShared = sharedOpener(config, systemClock, (close) => closers.push(close));

  const clients = clientsOf(
    { service: config.service, key: config.key, dataDir: path.join(cacheDir, 'service') },
    (close) => closers.push(close),
  );
  const client = (): Promise<Client> => clients.real();

  async function engine(parts: {
    client: Client;
    journalDir: string;
    store: BlobStore;
    index: ResultIndex | null;
    scope: RunScope;
    local: boolean;
  }): Promise<JobEngine> {
    const inProcess = {
      pollMinMs: LOCAL_POLL_MS,
      convertWaitMs: LOCAL_POLL_MS,
      convertRepeats: 12,
    };
    const { createJobEngine, fileJournal, localLocks } = await import('../jobs/index.ts');
    const { countingBudget } = await import('./counting-budget.ts');
    const team =
      parts.local || parts.index === null ? null : await teamOf(parts.index, parts.scope);
    const shared = parts.index === null ? null : locksDir;
    return createJobEngine({
      client: parts.client,
      journal:
        team?.journal ?? fileJournal([parts.journalDir, ...(shared === null ? [] : [shared])]),
      locks: team?.locks ?? localLocks(shared, parts.journalDir, systemClock),
      results: team?.results ?? null,
      blobs: parts.store,
      clock: systemClock,
      random: Math.random,
      concurrency: config.concurrency,
      jobTimeoutMs: config.jobTimeoutMs,
      budget: countingBudget(parts.scope),
      emit: parts.scope.onEvent,
      ...(parts.local ? inProcess : {}),
      ...(parts.index === null ? {} : { recall: recallFrom(parts.index) }),
    });
  }

  /** Other machines that may buy the same; null where none are known. */
  async function teamOf(index: ResultIndex, scope: RunScope): Promise<Team | null> {
    if (config.remote.tiers.length === 0 || scope.shared !== 'all') return null;
    const { leaseTier, openTeam } = await import('./team.ts');
    const tier = leaseTier(config.remote);
    if (tier === null) return null;
    const team = await openTeam(tier, {
      remote: config.remote,
      journalDir,
      locksDir,
      index,
      clock: systemClock,
      random: Math.random,
      warn: (code, message) => scope.onEvent({ type: 'warning', code, message }),
    });
    closers.push(() => team.close());
    return team;
  }

  async function temporaryJournal(): Promise<string> {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'assetgen-journal-'));
    closers.push(() => rm(folder, { recursive: true, force: true }));
    return folder;
  }

  /** Loaded where a shared cache is set. */
  async function sharing(
    own: BlobStore,
    shared: SharedCache,
  ): Promise<{ readonly store: BlobStore; readonly index: ResultIndex }> {
    const { shareStore } = await import('../store/remote/share-store.ts');
    const { shareIndex } = await import('../store/remote/share-index.ts');
    return { store: shareStore(own, shared), index: shareIndex(ownIndex, shared) };
  }

  async function openLane(kind: 'real' | 'draft', scope: RunScope): Promise<Lane> {
    let opened: Promise<JobEngine> | null = null;
    const lazily = (open: () => Promise<JobEngine>) => (): Promise<JobEngine> =>
      (opened ??= open());
    if (kind === 'real') {
      const local = config.service.type === 'local';
      const ownStore = overlayStore(lower, upper, () => {
        const message = `the cache ${cacheDir} cannot be written: new results are kept in ${ownCache}`;
        scope.onEvent({ type: 'warning', code: 'ASSETGEN_CACHE_READ_ONLY', message });
      });
      const shared = openShared(local ? 'local' : 'service', ownStore, scope);
      const { store, index } =
        shared === null ? { store: ownStore, index: ownIndex } : await sharing(ownStore, shared);
      const open = async (): Promise<JobEngine> =>
        engine({ client: await client(), journalDir, store, index, scope, local });
      // The embedded service makes the same bytes for the same recipe, and is free: what it has
      // forgotten (another machine, a cleared cache) it makes once more.
      const remake = async (): Promise<JobEngine> => {
        const parts = { client: await client(), journalDir: await temporaryJournal(), store };
        return engine({ ...parts, index: null, scope: NO_SCOPE, local });
      };
      const checkPortrait: CheckPortrait = async (image, signal) => {
        const answer = await (await client()).checkHumanImage({ image }, { signal });
        const { statusCode, result, message } = answer;
        return { portrait: statusCode === 0 ? result : null, message };
      };
      return openRealLane({
        root,
        store,
        index,
        shared,
        engine: lazily(open),
        remake: local ? remake : null,
        checkPortrait,
      });
    }
    const folder = path.join(root, '.assetgen/drafts');
    const draftStore = openBlobStore(folder);
    const open = async (): Promise<JobEngine> => {
      // The draft service forgets its jobs with the process, so its journal goes with it too.
      const parts = {
        client: await clients.draft(),
        journalDir: await temporaryJournal(),
        store: draftStore,
      };
      return engine({ ...parts, index: null, scope, local: true });
    };
    const draftIndex = openResultIndex(path.join(folder, 'index'));
    const parts = { root, store: draftStore, index: draftIndex, engine: lazily(open) };
    return openDraftLane({ ...parts, shared: null, remake: null, checkPortrait: null });
  }

  let steps: Promise<StepPool> | null = null;
  async function openSteps(): Promise<StepPool> {
    const { openStepPool } = await import('./open-step-pool.ts');
    const opened = openStepPool();
    closers.push(() => opened.close());
    return opened;
  }

  return {
    root,
    config,
    cacheDir,
    client,
    openLane,
    readJournal: (recipe, ordinal) => inspectJournal([journalDir, locksDir], recipe, ordinal),
    pool(concurrency) {
      const queue = import('p-queue').then(({ default: PQueue }) => new PQueue({ concurrency }));
      return async (task) => (await queue).add(task);
    },
    steps: () => (steps ??= openSteps()),
    // A cache that cannot be written keeps no blobs of this project either.
    remember: async (digests) => {
      await writeProjectRecord(cacheDir, root, digests).catch(() => undefined);
      await tagCache(base, CACHE_LAYOUT);
    },
    async balance(signal) {
      // The embedded service is free: its ledger does not run out.
      if (config.service.type !== 'remote') return null;
      try {
        return (await (await client()).queryPointsInfo(oneQuestion(signal))).total_points;
      } catch (error) {
        // A key that cannot ask cannot buy either.
        if (error instanceof AssetgenError && error.code === 'ASSETGEN_AUTH') throw error;
        return null;
      }
    },
    listModels: async (isNew) => {
      const { keptModels } = await import('../store/index/kept-models.ts');
      return keptModels(
        path.join(cacheDir, 'models', modelsName(config.service)),
        systemClock.now(),
        isNew,
        async () => (await client()).listModels(oneQuestion()),
      );
    },
    sleep: (ms, signal) => systemClock.sleep(ms, { signal }),
    now: () => performance.now(),
    time: () => systemClock.now(),
    async close() {
      for (const close of closers.splice(0).reverse()) await close();
    },
  };
}

/** For what is good to know and not needed: nothing waits long for it. */
function oneQuestion(signal?: AbortSignal): { attempts: number; signal: AbortSignal } {
  const late = AbortSignal.timeout(QUESTION_MS);
  return { attempts: 1, signal: signal === undefined ? late : AbortSignal.any([signal, late]) };
}

const QUESTION_MS = 5_000;

function modelsName(service: ResolvedConfig['service']): string {
  const place = service.type === 'remote' ? service.baseUrl : service.type;
  return `${createHash('sha256').update(place).digest('hex').slice(0, 32)}.json`;
}

const LOCAL_POLL_MS = 20;

function recallFrom(index: ResultIndex) {
  return async (recipe: Parameters<ResultIndex['recipe']>[0], ordinal: number) =>
    (await index.recipe(recipe, (known) => known.jobs.length > ordinal))?.jobs[ordinal]?.uuids ??
    null;
}
