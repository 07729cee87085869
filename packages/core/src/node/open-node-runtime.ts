import path from 'node:path';
import type { Client } from '@assetgen/client';
import type { ResolvedConfig } from '../config/resolve-config.ts';
import { linkGuard } from '../fs/link-guard.ts';
import { inspectJournals } from '../jobs/journal/inspect-journals.ts';
import type { StepPool } from '../process/pool/step-pool.ts';
import type { RunPorts } from '../run/build-context.ts';
import { writeProjectRecord } from '../store/prune/project-record.ts';
import { tagCache } from '../store/prune/tag-cache.ts';
import { createAskStandIn } from './ask-stand-in.ts';
import { askBalance, askModels } from './ask-service.ts';
import { CACHE_LAYOUT, foldersOf } from './folders.ts';
import { installProblem } from './install-problem.ts';
import { keptJobTimes, middleTimes } from './kept-job-times.ts';
import { openClients } from './open-clients.ts';
import { sharedOpener } from './open-shared.ts';
import type { Trust } from './trust.ts';
import { openTrust } from './trust.ts';
import { createWorkSlots } from './work-slots.ts';
import { workspaceOpener } from './open-workspace.ts';
import type { Clock } from '@assetgen/client/clock';
import { systemClock } from '@assetgen/client/clock';

/** Everything concrete that a project opened in this process; closed with it. */
export interface NodeRuntime extends RunPorts {
  /** The client of the service that the config names. */
  client(): Promise<Client>;
  readonly cacheDir: string;
  /** What secrets leave by. */
  readonly trust: Trust;
  /** Unix time. Unit: milliseconds. */
  time(): number;
  close(): Promise<void>;
}

/**
 * Builds the real ports. Nothing is opened, and no library loaded, before it is asked for.
 *
 * @param clock what waits and tells the time. @default the system's
 */
export async function openNodeRuntime(
  root: string,
  config: ResolvedConfig,
  clock: Clock = systemClock,
): Promise<NodeRuntime> {
  const closers: (() => Promise<void>)[] = [];
  const onClose = (close: () => Promise<void>): void => void closers.push(close);
  const guard = linkGuard(root);
  const trust = openTrust(root, config);
  const folders = await foldersOf(root, config);
  const { base, cacheDir, journalDir, locksDir } = folders;
  const clients = openClients(
    {
      service: config.service,
      key: config.key,
      privateHosts: config.privateHosts,
      maxWaitMs: config.maxWaitMs,
      dataDir: path.join(cacheDir, 'service'),
      root,
      trust,
      clock,
    },
    onClose,
  );
  const openShared = sharedOpener(config, locksDir, guard, clock, onClose);
  let steps: Promise<StepPool> | null = null;
  const slots = createWorkSlots(config.concurrency, config.maxInFlight);
  return {
    ...workspaceOpener(
      root,
      config,
      folders,
      { clients, openShared, clock, guard, trust },
      onClose,
    ),
    root,
    config,
    cacheDir,
    trust,
    client: clients.real,
    async readJournals(purchases) {
      const states = await inspectJournals([journalDir, locksDir], purchases);
      if (config.service.type !== 'local') return states;
      // A free request needs no decision: it is repeated.
      return states.map((state) => (state.status === 'ambiguous' ? { status: 'none' } : state));
    },
    runTask: slots.run,
    async knownTimes() {
      const { service } = config;
      if (service.type !== 'remote') return new Map();
      return middleTimes(await keptJobTimes(cacheDir, service.apiUrl, guard).read());
    },
    steps: () => (steps ??= openSteps(config, onClose)),
    async remember(digests) {
      // A cache that cannot be written keeps no blobs of this project either.
      await writeProjectRecord(cacheDir, root, digests, guard).catch(() => undefined);
      await tagCache(base, CACHE_LAYOUT, guard);
    },
    balance: (signal) => askBalance(config.service, clients.real, signal),
    listModels: (isNew) =>
      askModels(config.service, clients.real, { cacheDir, isNew, clock, guard }),
    sleep: (ms, signal) => clock.sleep(ms, { signal }),
    standIn: createAskStandIn(),
    installProblem: installProblem(),
    now: () => performance.now(),
    time: () => clock.now(),
    async close() {
      for (const close of closers.splice(0).reverse()) await close();
    },
  };
}

async function openSteps(
  { concurrency }: ResolvedConfig,
  onClose: (close: () => Promise<void>) => void,
): Promise<StepPool> {
  const { openStepPool } = await import('./steps/open-step-pool.ts');
  const opened = openStepPool(concurrency);
  onClose(() => opened.close());
  return opened;
}
