import type { Clock } from '../../ports.ts';
import type { GuardedTier, WarnTier } from './guarded-tier.ts';
import type { EntryScope, ResultName, TrustedKeys } from './open-entry.ts';
import { entryKey, openEntry } from './open-entry.ts';
import { createPatientReads } from './patient-reads.ts';
import type { RemoteTimes } from './remote-times.ts';
import { DeadlineError, withDeadline } from './remote-times.ts';

/** The index of a shared cache, as it is read. */
export interface SharedEntries {
  /** The value of an entry that a trusted key signed; null where there is none. */
  look(name: ResultName): Promise<string | null>;
  /** The same for many, at once, and within a time that their number gives. */
  lookAll(names: readonly ResultName[]): Promise<readonly (string | null)[]>;
}

export interface SharedEntriesContext {
  readonly tiers: readonly GuardedTier[];
  readonly scope: EntryScope;
  readonly trusted: TrustedKeys;
  /** Whether the index is used at all. */
  readonly index: boolean;
  readonly clock: Clock;
  readonly times: RemoteTimes;
  readonly signal: AbortSignal;
  readonly warn: WarnTier;
  /** Copies an entry, as it was signed, to a tier that is nearer than the one that had it. */
  readonly copy: (nearer: GuardedTier, name: ResultName, value: string, text: string) => void;
}

/** Look-ups under way at once, and what each may add to the time of all. Unit: milliseconds. */
const LOOKS = 32;
const MS_A_LOOK = 20;

/** Asks the tiers, nearest first. */
export function createSharedEntries(context: SharedEntriesContext): SharedEntries {
  const { tiers, scope, trusted, clock, times, signal, warn, copy } = context;
  const reads = createPatientReads(context);

  async function lookIn(guarded: GuardedTier, name: ResultName): Promise<[string, string] | null> {
    const key = entryKey(scope, name);
    const got = await reads.read(guarded, key);
    if (!got.ok || got.value === null) return null;
    const opened = openEntry(got.value, scope, name, trusted);
    if (opened.status === 'good') return [opened.value, got.value];
    const why = {
      unreadable: 'an entry cannot be read',
      unsigned: 'an entry is not signed',
      untrusted: `an entry is signed by a key that "cache.trustedKeys" does not name (${'key' in opened ? opened.key : ''})`,
      forged: 'the signature of an entry does not match its content',
    }[opened.status];
    warn(guarded, 'ASSETGEN_REMOTE_UNTRUSTED', `${why}; it is not used`);
    return null;
  }

  async function look(name: ResultName): Promise<string | null> {
    if (!context.index || trusted.size === 0) return null;
    for (const [position, guarded] of tiers.entries()) {
      const found = await lookIn(guarded, name);
      if (found === null) continue;
      const [value, text] = found;
      // A signed entry is passed on as it is.
      for (const nearer of tiers.slice(0, position)) copy(nearer, name, value, text);
      return value;
    }
    return null;
  }

  /** A place that answers each question in time may still take too long for all of them. */
  function giveUp(): void {
    for (const guarded of tiers) {
      reads.tell(guarded);
      if (guarded.reads.isOpen) continue;
      guarded.reads.trip();
      const message = 'reading its index takes too long; the build continues without it';
      warn(guarded, 'ASSETGEN_REMOTE', message);
    }
  }

  return {
    look,
    async lookAll(names) {
      const found = names.map((): string | null => null);
      let next = 0;
      const over = new AbortController();
      async function work(): Promise<void> {
        while (next < names.length && !over.signal.aborted) {
          const at = next++;
          const name = names[at];
          found[at] = name === undefined ? null : await look(name);
        }
      }
      const workers = Array.from({ length: Math.min(LOOKS, names.length) }, work);
      const limitMs = times.indexMs + names.length * MS_A_LOOK;
      await withDeadline(clock, limitMs, 'reading', () => Promise.all(workers), signal).catch(
        (error: unknown) => {
          over.abort();
          if (error instanceof DeadlineError) giveUp();
          else if (!signal.aborted) throw error;
        },
      );
      // Answers that come later belong to nobody.
      return [...found];
    },
  };
}
