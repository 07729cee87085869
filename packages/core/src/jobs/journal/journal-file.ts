import { randomBytes } from 'node:crypto';
import {
  closeSync,
  constants,
  fsync,
  linkSync,
  lstatSync,
  open,
  openSync,
  renameSync,
  unlinkSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { AssetgenError } from '@assetgen/client/errors';
import { isCode } from '../../fs/is-code.ts';
import { isUnsupported } from '../../fs/is-unsupported.ts';
import { setMode } from '../../fs/set-mode.ts';
import { whenFilesAreFree } from '../../fs/open-patiently.ts';
import { makeSharedFolder, sharedFileMode } from '../../fs/make-shared-folder.ts';
import { OWN_FILE, readTextIfThere } from '../../fs/read-text.ts';
import { syncFolder } from '../../fs/sync-folder.ts';
import { isAbandoned, replayDamaged } from './journal-record.ts';
import type { JournalRecord, OperationState } from './journal-record.ts';
import { damageNonce, parseJournal, recordLine, sealLine } from './journal-text.ts';
import type { JournalText } from './journal-text.ts';

/** One copy of an operation's journal. */
export interface JournalFile {
  readonly file: string;
  readonly id: string;
  /** It stands where other users of this machine have to read and write it. */
  readonly isShared: boolean;
}

/** What a copy says, and whether it can be appended to. */
interface ReadJournal extends JournalText {
  readonly isFile: boolean;
}

const NOTHING: ReadJournal = { records: [], damage: null, sealed: null, next: 0, isFile: true };
/** Something stands there that no journal ever was, or the disk cannot read it. */
const NO_JOURNAL = ['ENOTFILE', 'EFBIG', 'EIO'] as const;
/** The disk is waited for by a thread; the rest takes less time than handing it to one. */
const flush = promisify(fsync);
const openLater = promisify(open);

export async function readState(copy: JournalFile): Promise<OperationState> {
  const { records, damage } = await readJournal(copy);
  return replayDamaged(records, damage, copy.file);
}

/**
 * What one copy says; nothing where it does not exist.
 * @throws AssetgenError `ASSETGEN_JOURNAL`
 */
export async function readJournal(copy: JournalFile): Promise<ReadJournal> {
  const first = await readOnce(copy);
  // A reader may see half of the seal while it is written.
  return first.damage === null ? first : readOnce(copy);
}

async function readOnce({ file, id }: JournalFile): Promise<ReadJournal> {
  let text: string | null;
  try {
    text = await whenFilesAreFree(async () => readTextIfThere(file, OWN_FILE));
  } catch (error) {
    if (isCode(error, 'ENOENT')) return NOTHING;
    const code = NO_JOURNAL.find((each) => isCode(error, each));
    if (code !== undefined) {
      return { ...NOTHING, damage: { nonce: damageNonce([file, code]), ids: [] }, isFile: false };
    }
    throw new AssetgenError(
      'ASSETGEN_JOURNAL',
      `cannot read the journal of paid submissions (${file})`,
      {
        hint: 'Make the file readable: it prevents paying twice for a submission.',
        cause: error,
      },
    );
  }
  return text === null ? NOTHING : { ...parseJournal(text, id), isFile: true };
}

/**
 * Appends a record; returns when it is on disk. An intent need not be: nothing follows from it.
 *
 * One write of one line, which starts with a line break of its own: a line that was torn by a crash
 * or a full disk ends there, and this one is readable. Then the seal counts it. The first record
 * comes with its file.
 */
export async function appendRecord(copy: JournalFile, record: JournalRecord): Promise<void> {
  if (record.state === 'abandoned') await acceptDamage(copy);
  await appendLine(copy, record);
}

/** To accept the loss of a submission is to accept the loss of its unreadable records too. */
async function acceptDamage(copy: JournalFile): Promise<void> {
  const { records, damage, isFile } = await readJournal(copy);
  if (damage === null || isAbandoned(records, damage)) return;
  if (isFile) await appendLine(copy, { state: 'abandoned', nonce: damage.nonce });
  // Kept for whoever wants to look into it.
  else renameSync(copy.file, `${copy.file}.${damage.nonce}`);
}

async function appendLine(copy: JournalFile, record: JournalRecord): Promise<void> {
  const descriptor = await openForAppend(copy, record);
  if (descriptor === null) return;
  let before: JournalText;
  try {
    before = await readJournal(copy);
    writeWhole(descriptor, lineOf(record, before.next, copy));
    if (record.state === 'planned') return;
    await flush(descriptor);
  } finally {
    closeSync(descriptor);
  }
  if (before.sealed === null) return;
  const sealing = writeSeal(copy, Math.max(before.sealed, before.next + 1), record);
  // Without its seal a claim could be cut off unseen; an outcome leaves at worst a doubt.
  await (record.state === 'sending' ? sealing : sealing.catch(() => undefined));
}

function lineOf(record: JournalRecord, seq: number, { id }: JournalFile): string {
  return `\n${recordLine(record, seq, id)}\n`;
}

/** @throws Error where not all of it was written: a disk that is full takes a part */
function writeWhole(descriptor: number, text: string): void {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length;) at += writeSync(descriptor, bytes, at);
}

async function writeSeal(
  { file, id }: JournalFile,
  sealed: number,
  { state }: JournalRecord,
): Promise<void> {
  // Of its own: what is opened to append writes at the end, wherever it is told to.
  const descriptor = await openNow(file, 'r+');
  try {
    writeSync(descriptor, sealLine(sealed, id), 0);
    if (state === 'sending') await flush(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

function openNow(file: string, flags: string | number, mode?: number): Promise<number> {
  return whenFilesAreFree(async () => openSync(file, flags, mode));
}

/** null: there was no file, and it was made with the record. */
async function openForAppend(copy: JournalFile, record: JournalRecord): Promise<number | null> {
  const flags = constants.O_WRONLY | constants.O_APPEND;
  if (lstatSync(copy.file, { throwIfNoEntry: false }) !== undefined) {
    try {
      return await openNow(copy.file, flags);
    } catch (error) {
      if (!isCode(error, 'ENOENT')) throw error;
    }
  }
  makeSharedFolder(dirname(copy.file));
  return (await createFile(copy, record)) ? null : openNow(copy.file, flags);
}

/**
 * Makes the file whole under a name of its own, with its first record and a seal that counts it, then
 * links it: nobody sees a part of it, and no crash leaves one.
 * @returns false where the record is still to be appended
 */
async function createFile(copy: JournalFile, record: JournalRecord): Promise<boolean> {
  const { file, id } = copy;
  const own = `${file}.${randomBytes(8).toString('hex')}.new`;
  try {
    await writeNew(own, copy, `${sealLine(1, id)}${lineOf(record, 0, copy)}`);
    linkSync(own, file);
  } catch (error) {
    // Another process was quicker.
    if (isCode(error, 'EEXIST')) return false;
    if (!isUnsupported(error)) throw error;
    await createWithoutLink(copy);
    await syncFolder(dirname(file));
    return false;
  } finally {
    removeOwn(own);
  }
  await syncFolder(dirname(file));
  return true;
}

/** For file systems without links: a crash in this moment leaves a file that is in doubt. */
async function createWithoutLink(copy: JournalFile): Promise<void> {
  try {
    await writeNew(copy.file, copy, sealLine(0, copy.id));
  } catch (error) {
    if (isCode(error, 'EEXIST')) return;
    removeOwn(copy.file);
    throw error;
  }
}

function removeOwn(file: string): void {
  try {
    unlinkSync(file);
  } catch {
    // Never made, or no longer ours to remove.
  }
}

async function writeNew(file: string, { isShared }: JournalFile, text: string): Promise<void> {
  const descriptor = await whenFilesAreFree(() => openLater(file, 'wx', isShared ? 0o644 : 0o600));
  try {
    // Other users of the cache have to see what was submitted, and add to it.
    if (isShared) setMode(descriptor, sharedFileMode(dirname(file)));
    writeWhole(descriptor, text);
    await flush(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
