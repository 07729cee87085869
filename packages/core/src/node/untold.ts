import { createHash } from 'node:crypto';
import path from 'node:path';
import type { ResolvedConfig } from '../config/resolve-config.ts';
import type { ResolvedRemote, ResolvedTier } from '../config/resolve-remote.ts';
import { hasUntold } from '../jobs/submit/outbox.ts';
import { foldersOf } from './folders.ts';

/**
 * The first place that can hold leases, and that this machine may write to; null: there is none. A
 * database comes before a bucket: its leases cost less, and it held them before buckets could.
 */
export function leaseTier({ tiers }: ResolvedRemote): ResolvedTier | null {
  const writable = tiers.filter(({ access }) => access === 'read-write');
  const isDatabase = ({ engine }: ResolvedTier) => engine === 'redis' || engine === 'postgres';
  return writable.find(isDatabase) ?? writable.find(({ engine }) => engine === 's3') ?? null;
}

/** Where the outcomes stand that a team could not be told: one folder for each place and namespace. */
export function untoldFolder(locksDir: string, namespace: string, tier: ResolvedTier): string {
  const team = createHash('sha256')
    .update(JSON.stringify([tier.label, namespace]))
    .digest('hex');
  return path.join(locksDir, 'untold', team.slice(0, 16));
}

/** Whether a team has still to be told what this machine bought. */
export async function hasUntoldOutcomes(root: string, config: ResolvedConfig): Promise<boolean> {
  if (config.service.type === 'local' || leaseTier(config.remote) === null) return false;
  const { locksDir } = await foldersOf(root, config);
  return hasUntoldIn(locksDir, config.remote);
}

/** The same, where the folders are known. */
export async function hasUntoldIn(locksDir: string, remote: ResolvedRemote): Promise<boolean> {
  const tier = leaseTier(remote);
  return tier !== null && hasUntold(untoldFolder(locksDir, remote.namespace, tier));
}
