import type { SharedOperations } from '../../store/leases/shared-operations.ts';
import type { Journal } from '../journal/journal.ts';
import type { RecipeLocks } from '../locks/recipe-lock.ts';
import type { EpochWatch } from './watch-epoch.ts';
import type { Outbox } from './outbox.ts';
import type { RecordCodec } from './record-codec.ts';
import { sharedJournal } from './shared-journal.ts';
import type { SharedJournal } from './shared-journal.ts';
import { sharedLocks } from './shared-locks.ts';
import type { SharedPlaceOptions } from './shared-place.ts';
import { sharedPlace } from './shared-place.ts';

export interface SharedSubmissionsPorts extends SharedPlaceOptions {
  readonly operations: SharedOperations;
  readonly codec: RecordCodec;
  readonly journal: Journal;
  readonly locks: RecipeLocks;
  readonly outbox: Outbox;
  readonly random: () => number;
  /** undefined: the place cannot forget. */
  readonly epoch?: EpochWatch | undefined;
}

/** A journal and locks that all machines of a team have in common. */
export interface SharedSubmissions {
  readonly journal: SharedJournal;
  readonly locks: RecipeLocks;
}

/**
 * Joins this machine's journal and locks with those of the team: the lease keeps others waiting;
 * the journal decides who may send.
 */
export function shareSubmissions(ports: SharedSubmissionsPorts): SharedSubmissions {
  const { operations } = ports;
  const place = sharedPlace({ ...ports, heardAt: () => operations.heardAt?.() ?? null });
  const locks = sharedLocks({ ...ports, place });
  return { journal: sharedJournal({ ...ports, place, locks }), locks };
}
