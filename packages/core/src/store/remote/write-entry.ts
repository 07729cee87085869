import type { GuardedTier } from './guarded-tier.ts';
import { attempt } from './guarded-tier.ts';
import type { BlobContext } from './shared-blobs.ts';
import type { IndexEntry } from './tier.ts';

/**
 * Writes one entry of a tier's index, and reads it back. False where that failed.
 * @param isProbe it is tried though the place was given up
 * @param keeps whether what stands there stays; by default nothing is read before
 */
export async function writeEntry(
  { clock, times, warn }: Pick<BlobContext, 'clock' | 'times' | 'warn'>,
  guarded: GuardedTier,
  key: string,
  entry: IndexEntry,
  signal: AbortSignal,
  isProbe = false,
  keeps?: (text: string) => boolean,
): Promise<boolean> {
  const what = 'writing its index';
  const given = { direction: 'write', what, deadlineMs: times.indexMs, signal, isProbe } as const;
  const wrote = await attempt(guarded, given, clock, warn, async (deadline) => {
    if (keeps !== undefined) {
      const there = await guarded.tier.index.get(key, deadline);
      if (there !== null && keeps(there)) return;
    }
    await guarded.tier.index.set(key, entry, deadline);
    // Some engines say yes and keep nothing.
    if ((await guarded.tier.index.get(key, deadline)) !== entry.text) {
      throw new Error('it did not return what was written');
    }
  });
  return wrote.ok;
}
