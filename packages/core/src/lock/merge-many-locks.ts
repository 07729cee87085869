import { mergeEntry } from './merge-locks.ts';
import { parseLock } from './parse-lock.ts';
import { serialiseLock } from './serialise-lock.ts';
import type { Lock, LockedAsset } from './lock.ts';
import { EMPTY_LOCK, record } from './lock.ts';

/** A lock's text, with the name that messages give it. */
export interface NamedLock {
  readonly name: string;
  readonly text: string;
}

/** Two locks that have different things for one asset. */
export interface LockConflict {
  readonly asset: string;
  /** Who has what: the UUIDs that were paid for; none where the entry is gone. */
  readonly sides: readonly { readonly lock: string; readonly uuids: readonly string[] }[];
}

export interface ManyMerged {
  /** null where there are conflicts. */
  readonly text: string | null;
  readonly assets: number;
  readonly conflicts: readonly LockConflict[];
}

/**
 * Merges the locks of machines that began with the same one. A machine that built a part only never
 * drops an entry: what one lock does not have is not gone.
 * @param base the lock that they began with; an empty text where there was none, or nobody knows
 * @param prefer the name of the lock that wins where two bought different things
 * @throws AssetgenError `ASSETGEN_LOCK` where a text is not a lock
 */
export function mergeManyLocks(
  base: NamedLock,
  locks: readonly NamedLock[],
  prefer: string | null,
): ManyMerged {
  const before = read(base).assets;
  const merged = record<LockedAsset>([]);
  /** Which lock an entry came from. */
  const origins = new Map<string, string>();
  const conflicts: LockConflict[] = [];
  for (const lock of locks) {
    for (const [asset, theirs] of Object.entries(read(lock).assets)) {
      const ours = merged[asset];
      const origin = origins.get(asset) ?? '';
      let made = ours === undefined ? theirs : mergeEntry(before[asset], ours, theirs);
      if (made === 'conflict' && prefer === lock.name) made = theirs;
      if (made === 'conflict' && prefer === origin) made = ours;
      if (made === 'conflict') {
        const sides = [
          { lock: origin, uuids: uuidsOf(ours) },
          { lock: lock.name, uuids: uuidsOf(theirs) },
        ];
        conflicts.push({ asset, sides });
      } else if (made !== undefined && made !== ours) {
        merged[asset] = made;
        origins.set(asset, lock.name);
      }
    }
  }
  const text = conflicts.length > 0 ? null : serialiseLock({ assets: merged });
  return { text, assets: Object.keys(merged).length, conflicts };
}

function read({ name, text }: NamedLock): Lock {
  return text.trim() === '' ? EMPTY_LOCK : parseLock(name, text);
}

function uuidsOf(entry: LockedAsset | undefined): readonly string[] {
  return entry?.jobs.flatMap((job) => job.uuids) ?? [];
}
