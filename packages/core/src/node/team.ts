import type { ResolvedRemote, ResolvedTier } from '../config/resolve-remote.ts';
import type { PathGuard } from '../fs/link-guard.ts';
import { fileJournal } from '../jobs/journal/journal.ts';
import type { Journal } from '../jobs/journal/journal.ts';
import { localLocks } from '../jobs/locks/local-locks.ts';
import type { RecipeLocks } from '../jobs/locks/recipe-lock.ts';
import type { SharedResults } from '../jobs/submit/shared-results.ts';
import { fileOutbox } from '../jobs/submit/outbox.ts';
import { shareSubmissions } from '../jobs/submit/share-submissions.ts';
import type { Clock } from '../ports.ts';
import type { SharedOperations } from '../store/leases/shared-operations.ts';
import { postgresOperations } from '../store/leases/postgres-operations.ts';
import { redisOperations } from '../store/leases/redis-operations.ts';
import { openPostgres } from '../store/remote/postgres-connection.ts';
import { openRedis } from '../store/remote/redis-connection.ts';
import { trustKeys } from '../store/remote/signing-key.ts';
import { leaseTimes } from '../store/remote/remote-times.ts';
import type { RemoteTimes } from '../store/remote/remote-times.ts';
import type { ResultIndex } from '../store/index/result-index.ts';
import { ownKey } from './key-ring.ts';
import { submissionCodec } from './submission-codec.ts';
import { teamResults } from './team-results.ts';
import { untoldFolder } from './untold.ts';

/** What makes the job engine buy as one machine of several. */
export interface Team {
  readonly journal: Journal;
  readonly locks: RecipeLocks;
  readonly results: SharedResults | null;
  close(): Promise<void>;
}

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

/** Opens what a team has in common; nothing is connected before the first purchase. */
export async function openTeam(tier: ResolvedTier, options: TeamOptions): Promise<Team> {
  const { remote, journalDir, locksDir, guard, index, clock, random, signal, warn } = options;
  const operations = openOperations(tier, clock, leaseTimes(remote.timeoutMs));
  const signer = (await ownKey(remote).catch(() => null))?.key ?? null;
  const trusted = trustKeys([
    ...remote.trustedKeys,
    ...(signer === null ? [] : [signer.publicKey]),
  ]);
  const scope = { namespace: remote.namespace, service: 'service' } as const;
  const codec = submissionCodec(scope, trusted, signer);
  const { journal, locks } = shareSubmissions({
    operations,
    codec,
    journal: fileJournal([journalDir, locksDir], guard),
    locks: localLocks(locksDir, journalDir, clock, guard),
    clock,
    random,
    outbox: fileOutbox(untoldFolder(locksDir, remote.namespace, tier), guard),
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
  return `shared cache ${label} could not be told ${what}: other machines may stop there with exit code 5. The next build on this machine tells it`;
}

function openOperations(
  { engine, url, label }: ResolvedTier,
  clock: Clock,
  times: RemoteTimes,
): SharedOperations {
  return engine === 'redis'
    ? redisOperations(openRedis(url, label, times.connectMs, clock), times.indexMs, clock)
    : postgresOperations(openPostgres(url, label, times));
}
