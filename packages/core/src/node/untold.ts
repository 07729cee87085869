import { createHash } from 'node:crypto';
import path from 'node:path';
import type { ResolvedConfig } from '../config/resolve-config.ts';
import type { ResolvedRemote, ResolvedTier } from '../config/resolve-remote.ts';
import { hasUntold } from '../jobs/submit/outbox.ts';
import { hasUploads } from '../store/remote/upload-queue.ts';
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
  return path.join(locksDir, 'untold', teamOf(tier, namespace));
}

/** Where the results stand that one place could not take: one folder for each place and namespace. */
export function unsharedFolder(locksDir: string, namespace: string, tier: ResolvedTier): string {
  return path.join(locksDir, 'unshared', teamOf(tier, namespace));
}

/** Where the epoch stands that this machine saw last at a place. */
export function epochFile(locksDir: string, namespace: string, tier: ResolvedTier): string {
  return path.join(locksDir, 'epochs', teamOf(tier, namespace));
}

/** Whether results of earlier runs are in no place yet. */
export function hasUnshared(locksDir: string, { tiers, namespace }: ResolvedRemote): boolean {
  return tiers.some(
    (tier) => tier.access === 'read-write' && hasUploads(unsharedFolder(locksDir, namespace, tier)),
  );
}

function teamOf({ label }: ResolvedTier, namespace: string): string {
  const team = createHash('sha256')
    .update(JSON.stringify([label, namespace]))
    .digest('hex');
  return team.slice(0, 16);
}

/** Whether this machine has still to tell or to give others something: such a build is not a warm one. */
export async function owesOthers(root: string, config: ResolvedConfig): Promise<boolean> {
  const { remote } = config;
  if (remote.tiers.length === 0) return false;
  const { locksDir } = await foldersOf(root, config);
  if (hasUnshared(locksDir, remote)) return true;
  return config.service.type !== 'local' && hasUntoldIn(locksDir, remote);
}

/** Whether a team has still to be told what this machine bought. */
export function hasUntoldIn(locksDir: string, remote: ResolvedRemote): boolean {
  const tier = leaseTier(remote);
  return tier !== null && hasUntold(untoldFolder(locksDir, remote.namespace, tier));
}
