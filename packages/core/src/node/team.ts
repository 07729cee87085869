import type { ResolvedRemote, ResolvedTier } from '../config/resolve-remote.ts';
import type { PathGuard } from '../fs/link-guard.ts';
import { fileJournal } from '../jobs/journal/journal.ts';
import type { Journal } from '../jobs/journal/journal.ts';
import { localLocks } from '../jobs/locks/local-locks.ts';
import type { RecipeLocks } from '../jobs/locks/recipe-lock.ts';
import type { SharedResults } from '../jobs/submit/shared-results.ts';
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
  readonly warn: (code: string, message: string) => void;
}

/** The first place that can hold leases, and that this machine may write to; null: there is none. */
export function leaseTier({ tiers }: ResolvedRemote): ResolvedTier | null {
  const holds = ({ engine, access }: ResolvedTier): boolean =>
    access === 'read-write' && (engine === 'redis' || engine === 'postgres');
  return tiers.find(holds) ?? null;
}

/** Opens what a team has in common; nothing is connected before the first purchase. */
export async function openTeam(tier: ResolvedTier, options: TeamOptions): Promise<Team> {
  const { remote, journalDir, locksDir, guard, index, clock, random, warn } = options;
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
    mayBuyAlone: remote.buyAlone,
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
      await operations.close();
    },
  };
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
