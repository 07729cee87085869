import { randomBytes } from 'node:crypto';
import { constants, link, rename, unlink } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';
import { AssetgenError } from '@assetgen/client/errors';
import { isCode } from '../../fs/is-code.ts';
import { openPatiently } from '../../fs/open-patiently.ts';
import { makeSharedFolder, sharedFileMode } from '../../fs/make-shared-folder.ts';
import { OWN_FILE, readText } from '../../fs/read-text.ts';
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
const NO_LINKS = ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'] as const;

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
  // Whoever reads while the seal is written may see half of it.
  return first.damage === null ? first : readOnce(copy);
}

async function readOnce({ file, id }: JournalFile): Promise<ReadJournal> {
  let text: string;
  try {
    text = await readText(file, OWN_FILE);
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
        hint: 'Make the file readable; without it a submission could be paid twice.',
        cause: error,
      },
    );
  }
  return { ...parseJournal(text, id), isFile: true };
}

/**
 * Appends a record; returns when it is on disk. An intent need not be: nothing follows from it.
 *
 * One write of one line, which starts with a line break of its own: a line that was torn by a crash
 * or a full disk ends there, and this one is readable. Then the seal counts it.
 */
export async function appendRecord(copy: JournalFile, record: JournalRecord): Promise<void> {
  makeSharedFolder(dirname(copy.file));
  if (record.state === 'abandoned') await acceptDamage(copy);
  await appendLine(copy, record);
}

/** Who accepts the loss of a submission accepts that of what cannot be read of it. */
async function acceptDamage(copy: JournalFile): Promise<void> {
  const { records, damage, isFile } = await readJournal(copy);
  if (damage === null || isAbandoned(records, damage)) return;
  if (isFile) await appendLine(copy, { state: 'abandoned', nonce: damage.nonce });
  // Kept for whoever wants to look into it.
  else await rename(copy.file, `${copy.file}.${damage.nonce}`);
}

async function appendLine(copy: JournalFile, record: JournalRecord): Promise<void> {
  const handle = await openForAppend(copy);
  let before: JournalText;
  try {
    before = await readJournal(copy);
    await handle.writeFile(`\n${recordLine(record, before.next, copy.id)}\n`);
    if (record.state === 'planned') return;
    await handle.sync();
  } finally {
    await handle.close();
  }
  if (before.sealed === null) return;
  const sealing = writeSeal(copy, Math.max(before.sealed, before.next + 1), record);
  // Without its seal a claim could be cut off unseen; an outcome leaves at worst a doubt.
  await (record.state === 'sending' ? sealing : sealing.catch(() => undefined));
}

async function writeSeal(
  { file, id }: JournalFile,
  sealed: number,
  { state }: JournalRecord,
): Promise<void> {
  // Of its own: what is opened to append writes at the end, wherever it is told to.
  const handle = await openPatiently(file, 'r+');
  try {
    await handle.write(sealLine(sealed, id), 0);
    if (state === 'sending') await handle.sync();
  } finally {
    await handle.close();
  }
}

async function openForAppend(copy: JournalFile): Promise<FileHandle> {
  const flags = constants.O_WRONLY | constants.O_APPEND;
  try {
    return await openPatiently(copy.file, flags);
  } catch (error) {
    if (!isCode(error, 'ENOENT')) throw error;
  }
  await createFile(copy);
  return openPatiently(copy.file, flags);
}

/**
 * Makes the file whole under a name of its own, then links it: nobody sees one without its seal, and
 * no crash leaves one.
 */
async function createFile(copy: JournalFile): Promise<void> {
  const { file } = copy;
  const own = `${file}.${randomBytes(8).toString('hex')}.new`;
  try {
    await writeNew(own, copy);
    await link(own, file);
  } catch (error) {
    // Another process was quicker.
    if (isCode(error, 'EEXIST')) return;
    if (!NO_LINKS.some((code) => isCode(error, code))) throw error;
    await createWithoutLink(copy);
  } finally {
    await unlink(own).catch(() => undefined);
  }
  await syncFolder(dirname(file));
}

/** For file systems without links: a crash in this moment leaves a file that is in doubt. */
async function createWithoutLink(copy: JournalFile): Promise<void> {
  try {
    await writeNew(copy.file, copy);
  } catch (error) {
    if (isCode(error, 'EEXIST')) return;
    await unlink(copy.file).catch(() => undefined);
    throw error;
  }
}

async function writeNew(file: string, { id, isShared }: JournalFile): Promise<void> {
  const handle = await openPatiently(file, 'wx', isShared ? 0o644 : 0o600);
  try {
    // Other users of the cache have to see what was submitted, and add to it.
    if (isShared) await handle.chmod(sharedFileMode(dirname(file))).catch(() => undefined);
    await handle.writeFile(sealLine(0, id));
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Makes the name of a new file last. Windows cannot open folders, and needs no such thing. */
async function syncFolder(folder: string): Promise<void> {
  let handle: FileHandle;
  try {
    handle = await openPatiently(folder, 'r');
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
