import { join } from 'node:path';
import { AssetgenError } from '@assetgen/client/errors';
import { ANYWHERE } from '../../fs/link-guard.ts';
import type { PathGuard } from '../../fs/link-guard.ts';
import { appendRecord, readJournal, readState } from './journal-file.ts';
import type { JournalFile } from './journal-file.ts';
import { binding, isAbandoned, outcomeOf, replay } from './journal-record.ts';
import type { JournalRecord, OperationState } from './journal-record.ts';
import { isCode } from '../../fs/is-code.ts';

const READ_ONLY = ['EACCES', 'EPERM', 'EROFS'] as const;

/** The write-ahead record of paid submissions, one operation by its id. */
export interface Journal {
  read(operationId: string): Promise<OperationState>;
  /** How a submission ended, by its nonce; null where that is not known. */
  outcome(operationId: string, nonce: string): Promise<JournalRecord | null>;
  /** Returns when the record is on disk; an intent (`planned`) may be so later. */
  append(operationId: string, record: JournalRecord): Promise<void>;
  /** Appends a `sending` record; true when it is the one that counts, and the create may go out. */
  claim(
    operationId: string,
    record: Extract<JournalRecord, { state: 'sending' }>,
  ): Promise<boolean>;
}

/**
 * The journal as files: `<operation id>.jsonl`, append-only but for the seal in its first line, fsynced with
 * their folder. An unreadable record is a doubt, never "nothing was sent".
 *
 * The folders are the project's own and, where given, one that all projects of this machine
 * share: two worktrees with one recipe then see each other's submissions. Every record goes to
 * all of them; reading takes what binds most, so that losing one folder loses nothing.
 * @param guard says where may be written
 */
export function fileJournal(folders: readonly string[], guard: PathGuard = ANYWHERE): Journal {
  const copies = (id: string): readonly JournalFile[] =>
    folders.map((folder, index) => ({
      file: join(folder, `${id}.jsonl`),
      id,
      isShared: index > 0,
    }));

  async function append(id: string, record: JournalRecord): Promise<void> {
    const failures: unknown[] = [];
    let written = 0;
    const write = async (copy: JournalFile): Promise<void> => {
      try {
        guard(copy.file);
        await appendRecord(copy, record);
        written += 1;
      } catch (error) {
        // A shared folder that is read-only shares nothing; the project's own must be writable.
        if (!copy.isShared || !READ_ONLY.some((code) => isCode(error, code))) {
          failures.push(error);
        }
      }
    };
    // Side by side: the disk takes as long for both as for one.
    await Promise.all(copies(id).map(write));
    // An intent must stand everywhere before anything is sent; an outcome is safe in one place.
    if (failures.length > 0 && !(record.state === 'accepted' && written > 0)) {
      // A link on the way is told as what it is.
      if (failures[0] instanceof AssetgenError) throw failures[0];
      throw new AssetgenError(
        'ASSETGEN_JOURNAL',
        `cannot write the journal of paid submissions (${folders.join(', ')})`,
        { hint: 'Free disk space, and make the folder writable.', cause: failures[0] },
      );
    }
  }

  return {
    async read(id) {
      const states = await Promise.all(copies(id).map(readState));
      return states.reduce(binding, { status: 'idle' });
    },
    async outcome(id, nonce) {
      const all = await Promise.all(copies(id).map(readJournal));
      return outcomeOf(
        all.flatMap(({ records }) => records),
        nonce,
      );
    },
    append,
    async claim(id, record) {
      const withdraw = (): Promise<void> =>
        append(id, { state: 'not-sent', nonce: record.nonce, code: 'ASSETGEN_JOURNAL' });
      try {
        await append(id, record);
      } catch (error) {
        await withdraw().catch(() => undefined);
        throw error;
      }
      const read = await Promise.all(copies(id).map(readJournal));
      const states = read.map(({ records }) => replay(records));
      const isWhole = read.every(
        ({ records, damage }) => damage === null || isAbandoned(records, damage),
      );
      const mine = (state: OperationState | undefined): boolean =>
        state?.status === 'in-doubt' && state.nonce === record.nonce;
      const won =
        isWhole &&
        mine(states[0]) &&
        states.every((state) => state.status === 'idle' || mine(state));
      if (!won) {
        await withdraw();
      }
      return won;
    },
  };
}
