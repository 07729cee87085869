import type { StoredBlob } from '../../ports.ts';
import type { GuardedTier } from './guarded-tier.ts';
import type { EntryScope, ResultName, TrustedKeys } from './open-entry.ts';
import { entryKey, openEntry } from './open-entry.ts';
import type { BlobContext } from './shared-blobs.ts';
import { saysAsMuch } from './shared-value.ts';
import { writeEntry } from './write-entry.ts';

/** An entry on its way to one tier. */
export interface WrittenEntry {
  readonly entry: { readonly name: ResultName; readonly value: string };
  /** The entry, signed. */
  readonly text: string;
  readonly blobs: readonly StoredBlob[];
  /** Whether an earlier run left it. */
  readonly isLeft: boolean;
  /** It is tried though the place was given up: it may be back. */
  readonly isProbe: boolean;
}

/** False where the place did not take it. */
export type WriteInTurn = (
  guarded: GuardedTier,
  given: WrittenEntry,
  signal: AbortSignal,
) => Promise<boolean>;

/**
 * Writes entries of one name one after the other, none in the place of one that says more: what an earlier run left may
 * be older than what this run writes, and than what somebody else wrote meanwhile.
 */
export function createWriteInTurn(
  context: BlobContext & { readonly scope: EntryScope; readonly trusted: TrustedKeys },
): WriteInTurn {
  const { scope, trusted } = context;
  /** The value that this run wrote last of each entry of a tier, when it is written; null before. */
  const written = new Map<GuardedTier, Map<string, Promise<string | null>>>();

  return async function writeInTurn(guarded, { entry, text, blobs, isLeft, isProbe }, signal) {
    const { name, value } = entry;
    const key = entryKey(scope, name);
    const values = written.get(guarded) ?? new Map<string, Promise<string | null>>();
    written.set(guarded, values);
    const before = values.get(key) ?? Promise.resolve(null);
    const keeps = (there: string): boolean => {
      const opened = openEntry(there, scope, name, trusted);
      return opened.status === 'good' && saysAsMuch(opened.value, value);
    };
    // Of two that say as much, what this run made is the newer one.
    const isOver = (last: string): boolean =>
      saysAsMuch(last, value) && (isLeft || !saysAsMuch(value, last));
    const write = before.then(async (last) => {
      if (last !== null && isOver(last)) return { ok: true, last };
      const given = { text, blobs };
      const asked = isLeft ? keeps : undefined;
      const ok = await writeEntry(context, guarded, key, given, signal, isProbe, asked);
      return { ok, last: ok ? value : last };
    });
    values.set(
      key,
      write.then(
        ({ last }) => last,
        () => before,
      ),
    );
    return (await write).ok;
  };
}
