import { outcomeOf, replay } from '../journal/journal-record.ts';
import type { JournalRecord, OperationState } from '../journal/journal-record.ts';
import type { Journal } from '../journal/journal.ts';

/** A journal of one process, which no crash takes. */
export function memoryJournal(): Journal {
  const records = new Map<string, JournalRecord[]>();
  const of = (id: string): JournalRecord[] => {
    const list = records.get(id) ?? [];
    records.set(id, list);
    return list;
  };
  return {
    read: (id): Promise<OperationState> => Promise.resolve(replay(of(id))),
    outcome: (id, nonce) => Promise.resolve(outcomeOf(of(id), nonce)),
    append(id, record) {
      of(id).push(record);
      return Promise.resolve();
    },
    claim(id, record) {
      of(id).push(record);
      return Promise.resolve(true);
    },
  };
}
