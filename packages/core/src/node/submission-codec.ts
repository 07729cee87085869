import type { JournalRecord } from '../jobs/journal/journal-record.ts';
import { frame, unframe } from '../jobs/journal/frame.ts';
import { parseRecord } from '../jobs/journal/journal-record.ts';
import type { RecordCodec } from '../jobs/submit/record-codec.ts';
import type { EntryName, EntryScope, Signer, TrustedKeys } from '../store/remote/open-entry.ts';
import { entryKey, openEntry, signEntry } from '../store/remote/open-entry.ts';

/**
 * Records as lines that others may read, and write too. A record of paid UUIDs decides what a project gets: it
 * is signed, and only the signature of a trusted key counts. All other records can at most stop a purchase.
 */
export function submissionCodec(
  scope: EntryScope,
  trusted: TrustedKeys,
  signer: Signer | null,
): RecordCodec {
  const nameOf = (operationId: string): EntryName => ({
    kind: 'submission',
    operation: operationId,
  });
  return {
    name: (operationId) => entryKey(scope, nameOf(operationId)),
    write(operationId, record) {
      const name = nameOf(operationId);
      // A signature is a sum too.
      return record.state === 'accepted' && signer !== null
        ? signEntry(scope, name, JSON.stringify(record), signer)
        : frame(record, entryKey(scope, name));
    },
    read(operationId, line) {
      const name = nameOf(operationId);
      const framed = unframe(line, entryKey(scope, name));
      if (framed.status === 'broken') return UNREADABLE;
      const plain = parseRecord(line);
      if (plain !== null) return plain.state === 'accepted' ? untrusted(plain) : plain;
      // Whole, and of a later version.
      if (framed.status === 'whole') return null;
      const opened = openEntry(line, scope, name, trusted);
      const record = parseRecord(opened.status === 'good' ? opened.value : valueOf(line));
      if (record?.state !== 'accepted') return UNREADABLE;
      return opened.status === 'good' ? record : untrusted(record);
    },
  };
}

const UNREADABLE = { state: 'unreadable' } as const;

const untrusted = ({ nonce }: Extract<JournalRecord, { state: 'accepted' }>) =>
  ({ state: 'untrusted', nonce }) as const;

/** What an entry says that nobody trusted signed. */
function valueOf(line: string): string {
  try {
    const { value } = JSON.parse(line) as { value?: unknown };
    return typeof value === 'string' ? value : '';
  } catch {
    return '';
  }
}
