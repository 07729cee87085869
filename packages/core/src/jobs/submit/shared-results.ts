import type { Fingerprint } from '../../brands.ts';
import type { VariantOutcome } from '../job-engine.ts';

/** What the machines of a team make for each other. */
export interface SharedResults {
  /** The results of these UUIDs, as the team knows them; null where it does not know all. */
  find(
    fingerprint: Fingerprint,
    uuids: readonly string[],
  ): Promise<readonly VariantOutcome[] | null>;
  /**
   * Tries to be the one machine that asks the service for these results. `busy`: another one is
   * at it; `alone`: that cannot be told.
   */
  tryTurn(operationId: string): Promise<Turn | 'busy' | 'alone'>;
  /** How far the machine at it says that it is; null where it says nothing. Unit: percent. */
  progress(operationId: string): Promise<number | null>;
}

export interface Turn {
  tell(percent: number): void;
  /** The results are known, and about to be told. */
  done(): void;
  /** Nothing came of it: the next one may try at once. */
  drop(): Promise<void>;
}
