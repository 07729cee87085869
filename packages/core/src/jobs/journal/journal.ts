import { open } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { AssetgenError } from '@assetgen/client/errors';
import { ANYWHERE } from '../../fs/link-guard.ts';
import type { PathGuard } from '../../fs/link-guard.ts';
import { OWN_FILE, readText } from '../../fs/read-text.ts';
import { makeSharedFolder, sharedFileMode } from '../../fs/make-shared-folder.ts';
import { binding, outcomeOf, parseRecords, replay } from './journal-record.ts';
import type { JournalRecord, OperationState } from './journal-record.ts';
import { isCode } from '../../fs/is-code.ts';

const READ_ONLY = ['EACCES', 'EPERM', 'EROFS'] as const;

/** The write-ahead record of paid submissions, one operation by its id. */
export interface Journal {
  read(operationId: string): Promise<OperationState>;
  /** How a submission ended, by its nonce; null where that is not known. */
  outcome(operationId: string, nonce: string): Promise<JournalRecord | null>;
  /** Returns when the record is on disk. */
  append(operationId: string, record: JournalRecord): Promise<void>;
  /** Appends a `sending` record; true when it is the one that counts, and the create may go out. */
  claim(
    operationId: string,
    record: Extract<JournalRecord, { state: 'sending' }>,
  ): Promise<boolean>;
}

/**
 * The journal as files: `<operation id>.jsonl`, append-only, fsynced with their folder.
 *
 * The folders are the project's own and, where given, one that all projects of this machine
 * share: two worktrees with one recipe then see each other's submissions. Every record goes to
 * all of them; reading takes what binds most, so that losing one folder loses nothing.
 * @param guard says where may be written
 */
export function fileJournal(folders: readonly string[], guard: PathGuard = ANYWHERE): Journal {
  const files = (id: string): readonly string[] =>
    folders.map((folder) => join(folder, `${id}.jsonl`));

  async function append(id: string, record: JournalRecord): Promise<void> {
    const failures: unknown[] = [];
    let written = 0;
    for (const [index, file] of files(id).entries()) {
      try {
        guard(file);
        await appendLine(file, record, index > 0);
        written += 1;
      } catch (error) {
        // A shared folder that is read-only shares nothing; the project's own must be writable.
        if (index === 0 || !READ_ONLY.some((code) => isCode(error, code))) {
          failures.push(error);
        }
      }
    }
    // An intent must stand everywhere before anything is sent; an outcome is safe in one place.
    if (failures.length > 0 && !(record.state === 'accepted' && written > 0)) {
      // A link on the way is told as what it is.
      if (failures[0] instanceof AssetgenError) throw failures[0];
      throw new AssetgenError(
        'ASSETGEN_JOURNAL',
        `cannot write the journal of paid submissions (${folders.join(', ')})`,
        { hint: 'Make room on the disk and the folder writable.', cause: failures[0] },
      );
    }
  }

  return {
    async read(id) {
      const states = await Promise.all(files(id).map(readState));
      return states.reduce(binding, { status: 'idle' });
    },
    async outcome(id, nonce) {
      const all = await Promise.all(files(id).map(readRecords));
      return outcomeOf(all.flat(), nonce);
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
      const states = await Promise.all(files(id).map(readState));
      const mine = (state: OperationState | undefined): boolean =>
        state?.status === 'in-doubt' && state.nonce === record.nonce;
      const won =
        mine(states[0]) && states.every((state) => state.status === 'idle' || mine(state));
      if (!won) {
        await withdraw();
      }
      return won;
    },
  };
}

const readState = async (file: string): Promise<OperationState> => replay(await readRecords(file));

async function readRecords(file: string): Promise<readonly JournalRecord[]> {
  let text: string;
  try {
    text = await readText(file, OWN_FILE);
  } catch (error) {
    if (isMissing(error)) {
      return [];
    }
    throw new AssetgenError(
      'ASSETGEN_JOURNAL',
      `cannot read the journal of paid submissions (${file})`,
      {
        hint: 'Make the file readable; without it a submission could be paid twice.',
        cause: error,
      },
    );
  }
  return parseRecords(text);
}

/**
 * One write of one line. It starts with a newline of its own, so that a line that was torn by a
 * crash or a full disk ends there and this one is readable.
 */
async function appendLine(file: string, record: JournalRecord, shared: boolean): Promise<void> {
  const folder = dirname(file);
  makeSharedFolder(folder);
  const handle = await open(file, 'a', shared ? 0o644 : 0o600);
  let isNew: boolean;
  try {
    isNew = (await handle.stat()).size === 0;
    // Other users of the cache have to see what was submitted, and add to it.
    if (isNew && shared) await handle.chmod(sharedFileMode(folder)).catch(() => undefined);
    await handle.writeFile(`\n${JSON.stringify(record)}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
  if (isNew) {
    await syncFolder(folder);
  }
}

/** Makes the name of a new file last. Windows cannot open folders, and needs no such thing. */
async function syncFolder(folder: string): Promise<void> {
  let handle: FileHandle;
  try {
    handle = await open(folder, 'r');
  } catch {
    return;
  }
  try {
    await handle.sync();
  } catch (error) {
    if (!isCode(error, 'EINVAL') && !isCode(error, 'EPERM')) {
      throw error;
    }
  } finally {
    await handle.close();
  }
}

function isMissing(error: unknown): boolean {
  return isCode(error, 'ENOENT');
}
