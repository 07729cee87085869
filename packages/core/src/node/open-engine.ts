import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Client } from '@assetgen/client';
import type { ResolvedConfig } from '../config/resolve-config.ts';
import type { Recall } from '../jobs/engine-ports.ts';
import type { JobEngine } from '../jobs/job-engine.ts';
import type { PathGuard } from '../fs/link-guard.ts';
import type { LockFile } from '../lock/open-lock-file.ts';
import type { BuildContext } from '../run/build-context.ts';
import { hasV1Result } from '../plan/v1-images.ts';
import { createBudget } from '../run/guards/create-budget.ts';
import type { BlobStore } from '../store/cas/blob-store.ts';
import type { ResultIndex } from '../store/index/result-index.ts';
import type { Folders } from './folders.ts';
import type { Clock } from '@assetgen/client/clock';
import type { Team } from './team.ts';
import { keptJobTimes } from './kept-job-times.ts';
import { leaseTier } from './untold.ts';

/** The embedded service answers at once, and to ask it costs less than to wait for what is done. */
export const IN_PROCESS = {
  pollMinMs: 20,
  pollLongestPart: 0.05,
  graceMs: 0,
  convertWaitMs: 20,
  convertRepeats: 12,
};

/** Where a run finds, and keeps, what was bought. */
interface EnginePlaces {
  readonly store: BlobStore;
  readonly index: ResultIndex;
  readonly lock: LockFile;
  readonly guard: PathGuard;
}

/** Who is asked for results, and what tells the time meanwhile. */
export interface Asked {
  readonly client: Client;
  readonly clock: Clock;
}

type OnClose = (close: () => Promise<void>) => void;

/**
 * The engine of a run that buys: what it submits is in journals that outlive it, and other projects
 * and machines may have bought the same.
 */
export async function openEngine(
  { client, clock }: Asked,
  folders: Folders,
  config: ResolvedConfig,
  { store, index, lock, guard }: EnginePlaces,
  context: BuildContext,
  onClose: OnClose,
): Promise<JobEngine> {
  const { createJobEngine, createJobTimes, fileJournal, localLocks } = await loadJobs();
  const { journalDir, locksDir } = folders;
  const isLocal = config.service.type === 'local';
  const team = isLocal
    ? null
    : await openTeamOf(folders, config, guard, index, clock, context, onClose);
  if (!isLocal && team === null) warnOfOthers(config, context);
  const { service } = config;
  const kept =
    service.type === 'remote' ? keptJobTimes(folders.cacheDir, service.apiUrl, guard) : null;
  const jobTimes = createJobTimes(await kept?.read());
  onClose(async () => {
    const learned = jobTimes.learned();
    if (learned !== null) await kept?.write(learned);
  });
  return createJobEngine({
    client,
    jobTimes,
    journal: team?.journal ?? fileJournal([journalDir, locksDir], guard),
    locks: team?.locks ?? localLocks(locksDir, journalDir, clock, guard),
    results: team?.results ?? null,
    blobs: store,
    clock,
    random: Math.random,
    concurrency: config.concurrency,
    maxInFlight: config.maxInFlight,
    jobTimeoutMs: config.jobTimeoutMs,
    maxWaitMs: config.maxWaitMs,
    budget: context.points,
    emit: context.options.onEvent,
    // The embedded service works on this machine: its jobs wait for nothing else.
    ...(isLocal ? { ...IN_PROCESS, maxInFlight: config.concurrency } : {}),
    recall: recallFrom(index),
    isFree: isLocal,
    // The embedded service knows all of its ids.
    isV1Proven: () => isLocal || hasV1Result(lock.current),
  });
}

/**
 * An engine over an embedded service for what costs nothing. Its journal goes with the process, as
 * the service's jobs do.
 */
export async function openFreeEngine(
  { client, clock }: Asked,
  { concurrency, jobTimeoutMs }: ResolvedConfig,
  store: BlobStore,
  onClose: OnClose,
): Promise<JobEngine> {
  const { createJobEngine, fileJournal, localLocks } = await loadJobs();
  const folder = await mkdtemp(path.join(os.tmpdir(), 'assetgen-journal-'));
  onClose(() => rm(folder, { recursive: true, force: true }));
  return createJobEngine({
    client,
    journal: fileJournal([folder]),
    locks: localLocks(null, folder, clock),
    results: null,
    blobs: store,
    clock,
    random: Math.random,
    concurrency,
    maxInFlight: concurrency,
    jobTimeoutMs,
    budget: createBudget(null),
    emit: () => undefined,
    isFree: true,
    ...IN_PROCESS,
  });
}

/** Other machines that may buy the same; null where none are known. */
export async function openTeamOf(
  { journalDir, locksDir }: Folders,
  { remote }: ResolvedConfig,
  guard: PathGuard,
  index: ResultIndex,
  clock: Clock,
  { options, signal }: BuildContext,
  onClose: OnClose,
): Promise<Team | null> {
  if (remote.tiers.length === 0 || options.shared !== 'all') return null;
  const tier = leaseTier(remote);
  if (tier === null) return null;
  const { openTeam } = await import('./team.ts');
  const team = await openTeam(tier, {
    remote,
    journalDir,
    locksDir,
    guard,
    index,
    clock,
    random: Math.random,
    signal,
    warn: (code, message) => options.onEvent({ type: 'warning', code, message }),
  });
  if (team !== null) onClose(() => team.close());
  return team;
}

/** Told with the first purchase: a build that buys nothing has nobody to fear. */
function warnOfOthers({ remote }: ResolvedConfig, { options }: BuildContext): void {
  if (!remote.severalJobs || remote.tiers.length === 0 || options.shared !== 'all') return;
  // A bucket that can hold none was told of.
  if (leaseTier(remote) !== null) return;
  const labels = remote.tiers.map(({ label }) => label).join(', ');
  options.onEvent({
    type: 'warning',
    code: 'ASSETGEN_NO_LEASES',
    message: `shared cache ${labels} has no leases: CI jobs that start at the same moment each buy the same assets (measured: 278 creates for 30 recipes on 20 machines). Add a Redis, a Postgres or an S3 bucket that this job may write to, or let only one job buy`,
  });
}

function recallFrom(index: ResultIndex): Recall {
  return async (recipe, ordinal) => {
    const known = await index.recipe(recipe, ({ jobs }) => jobs.length > ordinal);
    const job = known?.jobs[ordinal];
    if (known === null || job === undefined) return null;
    const { uuids } = job;
    if (job.operation !== 'createCuteModelsFromImages') return { uuids };
    // Figures are known by their places: a purchase of a batch is one job.
    const groups = known.variants.map(({ uuid }) => (uuid === null || uuid === '' ? [] : [uuid]));
    const reasons = known.variants.map((each) => ('failed' in each ? (each.reason ?? '') : null));
    return { uuids, groups, reasons };
  };
}

/** What pays, with the client: a build that asks for nothing loads neither. */
function loadJobs() {
  return import('../jobs/index.ts');
}
