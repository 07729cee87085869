import type { Digest, Fingerprint } from '../brands.ts';
import type { LockedOutput } from '../lock/lock.ts';
import type { JournalState } from './journal-state.ts';

/** What disk, journal and index say, looked up before the plan, which reads only this. */
export interface Facts {
  /** Digests of input files, by their absolute path. */
  readonly inputs: ReadonlyMap<string, Digest>;
  /** Digests of the files in the folder of outputs, by the name of the output. */
  readonly files: ReadonlyMap<string, Digest>;
  /** Names of the outputs whose files differ from the lock, and are what this machine made again. */
  readonly remade: ReadonlySet<string>;
  /** Those that the store has of the blobs that decide a plan. */
  readonly blobs: ReadonlySet<Digest>;
  /** By {@link purchaseKey}. A purchase that is not among them is not in the journal. */
  readonly journal: ReadonlyMap<string, JournalState>;
  /** What conversions gave that were paid for before. */
  readonly converted: ReadonlyMap<Fingerprint, Pick<LockedOutput, 'digest'>>;
}

/** Names the purchase number `ordinal` of a recipe. */
export function purchaseKey(recipe: Fingerprint, ordinal: number): string {
  return `${recipe}-${ordinal}`;
}
