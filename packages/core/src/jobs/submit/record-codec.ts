import type { JournalRecord } from '../journal/journal-record.ts';

/** How records are written where others may write too. */
export interface RecordCodec {
  /** The name of an operation among all of the team: 64 hex digits. */
  name(operationId: string): string;
  write(operationId: string, record: JournalRecord): string;
  /** null: a record of a later version; `untrusted`: an acceptance that no trusted key signed. */
  read(operationId: string, line: string): JournalRecord | Untrusted | Unreadable | null;
}

/** A line that is not as it was written: nobody knows what it said. */
export interface Unreadable {
  readonly state: 'unreadable';
}

export interface Untrusted {
  readonly state: 'untrusted';
  readonly nonce: string;
}
