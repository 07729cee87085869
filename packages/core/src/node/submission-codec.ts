import type { JournalRecord } from '../jobs/journal/journal-record.ts';
import { parseRecords } from '../jobs/journal/journal-record.ts';
import type { RecordCodec } from '../jobs/submit/record-codec.ts';
import type { EntryName, EntryScope, Signer, TrustedKeys } from '../store/remote/open-entry.ts';
import { entryKey, openEntry, signEntry } from '../store/remote/open-entry.ts';

/**
 * Records as lines that others may read, and write too. What says which UUIDs were paid for decides
 * what a project gets: it is signed, and believed only from a key that is trusted. All other records
 * can at most stop a purchase.
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
      const text = JSON.stringify(record);
      const isSigned = record.state === 'accepted' && signer !== null;
      return isSigned ? signEntry(scope, nameOf(operationId), text, signer) : text;
    },
    read(operationId, line) {
      const [plain] = parseRecords(line);
      if (plain !== undefined) return plain.state === 'accepted' ? untrusted(plain) : plain;
      const opened = openEntry(line, scope, nameOf(operationId), trusted);
      const [record] = parseRecords(opened.status === 'good' ? opened.value : valueOf(line));
      if (record?.state !== 'accepted') return null;
      return opened.status === 'good' ? record : untrusted(record);
    },
  };
}

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
