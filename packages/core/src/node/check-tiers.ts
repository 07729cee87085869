import { createHash } from 'node:crypto';
import type { AssetgenError } from '@assetgen/client/errors';
import type { ResolvedRemote, ResolvedTier } from '../config/resolve-remote.ts';
import type { SharedOperations } from '../store/leases/shared-operations.ts';
import { attempt, guardTier } from '../store/remote/guarded-tier.ts';
import { openTier } from '../store/remote/open-tier.ts';
import { remoteTimes } from '../store/remote/remote-times.ts';
import { createHttpExchange } from './create-http-exchange.ts';
import type { Trust } from './trust.ts';
import { leaseTier } from './untold.ts';
import { isUntrusted } from '../config/trust.ts';
import { systemClock as clock } from '@assetgen/client/clock';

/** How one tier of the shared cache answered. */
export interface TierCheck {
  /** The place, without its secrets. */
  readonly label: string;
  readonly access: 'read' | 'read-write';
  readonly blobs: boolean;
  /** Unit: milliseconds. */
  readonly ms: number;
  /** The problem; null if there is none. */
  readonly problem: string | null;
  /** Settings that may make it forget purchases; none for a place that keeps no leases. */
  readonly risks: readonly string[];
  /** Why nothing was sent there; null where it was asked. */
  readonly held: AssetgenError | null;
}

/** One key for all checks: they leave one small entry behind. */
const PROBE = createHash('sha256').update('assetgen-doctor').digest('hex');

/** Reads an entry of each tier, and writes one where it may. Problems are in the result. */
export function checkTiers(remote: ResolvedRemote, trust: Trust): Promise<readonly TierCheck[]> {
  return Promise.all(
    remote.tiers.map(async (config): Promise<TierCheck> => {
      const { label, access, blobs } = config;
      const held = await trust.checkTiers([config]).catch((error: unknown) => error);
      if (isUntrusted(held))
        return { label, access, blobs, ms: 0, problem: held.message, risks: [], held };
      const times = remoteTimes(remote.timeoutMs);
      const exchange = () => createHttpExchange(times);
      const tier = openTier(config, { clock, times, aws: remote.aws, exchange });
      const guarded = guardTier(config, tier, clock, times);
      const started = clock.now();
      let problem: string | null = null;
      const given = { direction: 'read', what: 'asking it', deadlineMs: times.indexMs } as const;
      const tell = (_tier: unknown, _code: string, message: string): void => {
        problem = message.replace(/; the build continues.*$/, '');
      };
      try {
        await tier.prepare();
        await attempt(guarded, given, clock, tell, async (signal) => {
          await tier.index.get(PROBE, signal);
          if (config.access === 'read') return;
          const text = `probe ${Math.round(started)}`;
          await tier.index.set(PROBE, { text, blobs: [] }, signal);
          if ((await tier.index.get(PROBE, signal)) !== text) {
            throw new Error('it did not return what was written');
          }
        });
      } catch (error) {
        problem = error instanceof Error ? error.message : String(error);
      } finally {
        await tier.close().catch(() => undefined);
      }
      const ms = Math.round(clock.now() - started);
      const isAsked = problem === null && config === leaseTier(remote);
      const risks = isAsked ? await risksOf(config, remote) : [];
      return { label, access, blobs, ms, problem, risks, held: null };
    }),
  );
}

/** What the place that keeps purchases single says of its own memory. */
async function risksOf(tier: ResolvedTier, remote: ResolvedRemote): Promise<readonly string[]> {
  const { openOperations } = await import('./team.ts');
  const operations = openOperations(tier, { remote, clock, random: Math.random });
  try {
    if ('holdsLeases' in operations && !(await operations.holdsLeases())) {
      return ['it ignores conditional writes: it cannot prevent double purchases'];
    }
    const lack = await lackOfLeases(operations);
    return [...(lack === null ? [] : [lack]), ...(await operations.memory()).problems];
  } catch (error) {
    return [`it does not report how it keeps purchases: ${(error as Error).message}`];
  } finally {
    await operations.close().catch(() => undefined);
  }
}

/** Takes a lease, writes under it and gives it back, as a purchase does; what it was refused, or null. */
async function lackOfLeases(operations: SharedOperations): Promise<string | null> {
  try {
    // Where another doctor holds it, a lease can be held.
    const lease = await operations.tryAcquire(PROBE);
    await operations.note(PROBE, 'doctor');
    await lease?.release();
    return null;
  } catch (error) {
    return `it cannot prevent double purchases: ${(error as Error).message}`;
  }
}
