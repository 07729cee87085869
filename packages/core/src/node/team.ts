import type { ResolvedRemote, ResolvedTier } from '../config/resolve-remote.ts';
import type { PathGuard } from '../fs/link-guard.ts';
import { fileJournal } from '../jobs/journal/journal.ts';
import type { Journal } from '../jobs/journal/journal.ts';
import { localLocks } from '../jobs/locks/local-locks.ts';
import type { RecipeLocks } from '../jobs/locks/recipe-lock.ts';
import type { SharedResults } from '../jobs/submit/shared-results.ts';
import { fileOutbox } from '../jobs/submit/outbox.ts';
import { shareSubmissions } from '../jobs/submit/share-submissions.ts';
import { watchEpoch } from '../jobs/submit/watch-epoch.ts';
import type { Clock } from '../ports.ts';
import type { SharedOperations } from '../store/leases/shared-operations.ts';
import { postgresOperations } from '../store/leases/postgres-operations.ts';
import type { RememberingPlace } from '../store/leases/place-memory.ts';
import { redisOperations } from '../store/leases/redis-operations.ts';
import type { S3Operations } from '../store/leases/s3-operations.ts';
import { s3Operations } from '../store/leases/s3-operations.ts';
import { conditionalObjects } from '../store/remote/conditional-objects.ts';
import { openPostgres } from '../store/remote/postgres-connection.ts';
import { openRedis } from '../store/remote/redis-connection.ts';
import { trustKeys } from '../store/remote/signing-key.ts';
import { s3Requests } from '../store/remote/s3-requests.ts';
import { leaseTimes, withDeadline } from '../store/remote/remote-times.ts';
import type { ResultIndex } from '../store/index/result-index.ts';
import { createHttpExchange } from './create-http-exchange.ts';
import { ownKey } from './key-ring.ts';
import { submissionCodec } from './submission-codec.ts';
import { teamResults } from './team-results.ts';
import { epochFile, untoldFolder } from './untold.ts';
import { keptEpoch } from './kept-epoch.ts';

/** What makes the job engine buy as one machine of several. */
export interface Team {
  readonly journal: Journal;
  readonly locks: RecipeLocks;
  readonly results: SharedResults | null;
  close(): Promise<void>;
}

/** A bucket that says nothing for longer is asked again with the first purchase. Unit: milliseconds. */
const PROBE_MS = 5_000;

export interface TeamOptions {
  readonly remote: ResolvedRemote;
  readonly journalDir: string;
  readonly locksDir: string;
  readonly guard: PathGuard;
  readonly index: ResultIndex;
  readonly clock: Clock;
  readonly random: () => number;
  /** Of the run. */
  readonly signal: AbortSignal;
  readonly warn: (code: string, message: string) => void;
}

/**
 * Opens what a team has in common. A database is connected with the first purchase; a bucket is asked
 * at once whether it keeps to conditions.
 * @returns null where it does not: there is nothing that machines could decide in
 */
export async function openTeam(tier: ResolvedTier, options: TeamOptions): Promise<Team | null> {
  const { remote, journalDir, locksDir, guard, index, clock, random, signal, warn } = options;
  const operations = openOperations(tier, options);
  const outbox = fileOutbox(untoldFolder(locksDir, remote.namespace, tier), guard);
  if (!(await holdsLeases(operations, clock))) {
    // Nobody will ever ask there.
    for (const untold of await outbox.all()) await outbox.remove(untold);
    // Told with each purchase that is refused, where it is not to be made alone.
    if (remote.buyAlone) {
      await operations.close();
      warn('ASSETGEN_NO_LEASES', noLeasesMessage(tier.label));
      return null;
    }
  }
  const signer = (await ownKey(remote).catch(() => null))?.key ?? null;
  const trusted = trustKeys([
    ...remote.trustedKeys,
    ...(signer === null ? [] : [signer.publicKey]),
  ]);
  const scope = { namespace: remote.namespace, service: 'service' } as const;
  const codec = submissionCodec(scope, trusted, signer);
  const epoch = watchEpoch({
    place: operations,
    kept: keptEpoch(epochFile(locksDir, remote.namespace, tier), guard),
    mayBeginAnew: remote.buyAlone,
    label: tier.label,
    warn,
  });
  const { journal, locks } = shareSubmissions({
    epoch,
    operations,
    codec,
    journal: fileJournal([journalDir, locksDir], guard),
    locks: localLocks(locksDir, journalDir, clock, guard),
    clock,
    random,
    outbox,
    mayBuyAlone: remote.buyAlone,
    patienceMs: remote.patienceMs,
    signal,
    label: tier.label,
    warn,
  });
  // Without a trusted key the index is not read: each machine gets the results by itself.
  const results = trusted.size === 0 ? null : teamResults({ operations, codec, index, clock });
  return {
    journal,
    locks,
    results,
    async close() {
      results?.close();
      const left = await journal.tellUntold(true);
      if (left > 0) warn('ASSETGEN_UNTOLD', untoldMessage(left, tier.label));
      await operations.close();
    },
  };
}

function untoldMessage(left: number, label: string): string {
  const what = left === 1 ? 'the outcome of one purchase' : `the outcomes of ${left} purchases`;
  return `shared cache ${label} did not receive ${what}: other machines may stop there with exit code 5. The next build on this machine sends it again`;
}

function noLeasesMessage(label: string): string {
  return `shared cache ${label} ignores conditional writes (If-None-Match, If-Match), so it cannot prevent double purchases: this machine buys without checking for purchases by others`;
}

export function openOperations(
  { engine, url, label }: ResolvedTier,
  { remote, clock, random }: Pick<TeamOptions, 'remote' | 'clock' | 'random'>,
): (SharedOperations & RememberingPlace) | S3Operations {
  const times = leaseTimes(remote.timeoutMs);
  if (engine === 'redis') {
    return redisOperations(openRedis(url, label, times.connectMs, clock), times.indexMs, clock);
  }
  if (engine === 'postgres') return postgresOperations(openPostgres(url, label, times, clock));
  const exchange = createHttpExchange(times);
  const objects = conditionalObjects(s3Requests(url, remote.aws), exchange);
  return s3Operations(objects, times.indexMs, clock, random, () => exchange.close());
}

/** False only where the place said so: one that is away now may hold them. */
async function holdsLeases(
  operations: SharedOperations | S3Operations,
  clock: Clock,
): Promise<boolean> {
  if (!('holdsLeases' in operations)) return true;
  return withDeadline(clock, PROBE_MS, 'a probe', () => operations.holdsLeases()).catch(() => true);
}
