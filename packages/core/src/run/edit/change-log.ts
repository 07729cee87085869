import { createHash } from 'node:crypto';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { diskError } from '../../fs/disk-error.ts';
import { isCode } from '../../fs/is-code.ts';
import { linkGuard } from '../../fs/link-guard.ts';
import { openPatiently } from '../../fs/open-patiently.ts';
import { OWN_FILE, readText } from '../../fs/read-text.ts';
import { removeTemporaries, writeAtomic } from '../../fs/write-atomic.ts';
import { fileRecipeLocks } from '../../jobs/locks/recipe-lock.ts';
import type { Clock } from '../../ports.ts';
import { keepFolderIgnored } from '../keep-folder-ignored.ts';
import type { Change, ChangeKind, ChangeLine, FileEdit, LoggedChange } from './change-record.ts';
import { parseChanges, withoutChange } from './change-record.ts';
import { entriesOf } from './entry-file.ts';
import type { LockMove } from './lock-move.ts';
import { copyToNewNames, dropOldNames, reverseMove } from './lock-move.ts';
import { applySplice, spliceOf } from './text-splice.ts';

/** The log's place below the project's root. */
export const CHANGES_NAME = '.assetgen/changes.ndjson';

/** What is to be written. */
export interface NewChange {
  readonly what: ChangeKind;
  readonly assets: readonly string[];
  /** Texts before and after, by path from the root. */
  readonly texts: ReadonlyMap<string, readonly [before: string, after: string]>;
  /** @default null */
  readonly undoes?: number | null;
  /** What the lock calls otherwise with it. @default none */
  readonly moves?: readonly LockMove[];
}

/** The changes of a project, held so that nobody else changes it meanwhile. */
export interface ChangeLog {
  readonly changes: readonly LoggedChange[];
  /**
   * Writes files, so that after a crash either all of them hold the change or none does: first the change into
   * the log, then the files, each by a rename. While the files are written, the lock has a moved entry under
   * both names.
   *
   * @returns null where nothing is different
   * @throws AssetgenError `ASSETGEN_DISK`, `ASSETGEN_LINK`
   */
  write(change: NewChange): Promise<Change | null>;
}

/** Most bytes of the log; then the older half of its changes goes. */
const MOST_BYTES = 16 * 1024 * 1024;
/** Changes that are kept at least. */
const LEAST_CHANGES = 200;

/**
 * Runs work that changes files by hand of the user, one at a time for a project, across processes. A change
 * that a killed process left half done is completed first, or dropped if no file was written.
 */
export async function holdChanges<T>(
  root: string,
  clock: Clock,
  work: (log: ChangeLog) => Promise<T>,
): Promise<T> {
  const guard = linkGuard(root);
  const folder = path.join(root, '.assetgen/journal');
  guard(folder);
  await keepFolderIgnored(root).catch((error: unknown) => {
    throw diskError(error, path.join(root, '.assetgen'));
  });
  const locks = fileRecipeLocks(folder, clock, { pollMs: 20 }, guard);
  const held = await locks.acquire('manifests', {}).catch((error: unknown) => {
    throw diskError(error, folder);
  });
  try {
    return await work(await openLog(root, clock));
  } finally {
    await held.release();
  }
}

async function openLog(root: string, clock: Clock): Promise<ChangeLog> {
  const found = parseChanges(await readLog(root));
  const { open } = found;
  const isDropped = open !== null && !(await settle(root, clock, open));
  return {
    changes: isDropped ? withoutChange(found.changes, open) : found.changes,
    async write({ what, assets, texts, undoes = null, moves = [] }) {
      const files = [...texts].flatMap(([file, [before, after]]) =>
        before === after ? [] : [fileEdit(file, before, after)],
      );
      if (files.length === 0) return null;
      const at = new Date(clock.now()).toISOString();
      const moved = moves.length === 0 ? {} : { moves };
      const change: Change = { id: found.next, at, what, assets, files, undoes, ...moved };
      await append(root, { type: 'change', ...change });
      if (moves.length > 0) await copyToNewNames(root, clock, moves);
      for (const { file } of files) await writeText(root, file, texts.get(file)?.[1] ?? '');
      if (moves.length > 0) await dropOldNames(root, clock, moves);
      await append(root, { type: 'done', id: change.id });
      return change;
    },
  };
}

/**
 * The changes, for whoever only looks. Takes no lock and writes nothing.
 * @returns oldest first; none where there is no log
 */
export async function readChanges(root: string): Promise<readonly LoggedChange[]> {
  const { changes, open } = parseChanges(await readLog(root));
  if (open === null) return changes;
  const states = await Promise.all(open.files.map((edit) => stateOf(root, edit)));
  return states.every((state) => state === 'before') ? withoutChange(changes, open) : changes;
}

/** Completes what was begun. False: no file was written, and the change was dropped. */
async function settle(root: string, clock: Clock, change: Change): Promise<boolean> {
  const states = await Promise.all(change.files.map((edit) => stateOf(root, edit)));
  const isBegun = states.some((state) => state !== 'before');
  const { moves = [] } = change;
  for (const { file } of change.files) {
    await removeTemporaries(path.resolve(root, file), linkGuard(root));
  }
  if (isBegun && moves.length > 0) await copyToNewNames(root, clock, moves);
  for (const [index, edit] of isBegun ? change.files.entries() : []) {
    if (states[index] !== 'before') continue;
    await writeText(root, edit.file, applySplice(await readProjectText(root, edit.file), edit));
  }
  // Where a person wrote meanwhile, the lock keeps both names: a build drops the one that no manifest has.
  if (moves.length > 0 && !states.includes('other')) {
    await dropOldNames(root, clock, isBegun ? moves : moves.map(reverseMove));
  }
  await append(root, { type: isBegun ? 'done' : 'dropped', id: change.id });
  return isBegun;
}

async function stateOf(root: string, edit: FileEdit): Promise<'before' | 'after' | 'other'> {
  const digest = digestOf(await readProjectText(root, edit.file));
  return digest === edit.before ? 'before' : digest === edit.after ? 'after' : 'other';
}

function fileEdit(file: string, before: string, after: string): FileEdit {
  return {
    file,
    before: digestOf(before),
    after: digestOf(after),
    ...spliceOf(before, after),
    entries: entriesOf(file, before, after),
  };
}

/** A file of the project as text; the empty one where there is none. */
export async function readProjectText(root: string, file: string): Promise<string> {
  try {
    return await readText(path.resolve(root, file), OWN_FILE);
  } catch (error) {
    if (isCode(error, 'ENOENT')) return '';
    // A manifest may be a link inside the project: that is the loader's to judge.
    if (!isCode(error, 'ELOOP')) throw diskError(error, file);
    linkGuard(root)(path.resolve(root, file));
    throw diskError(error, file);
  }
}

function writeText(root: string, file: string, text: string): Promise<void> {
  return writeAtomic(path.resolve(root, file), text, linkGuard(root));
}

export function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

async function readLog(root: string): Promise<string> {
  const file = path.join(root, CHANGES_NAME);
  try {
    return await readText(file, OWN_FILE);
  } catch (error) {
    if (isCode(error, 'ENOENT') || isCode(error, 'ENOTDIR')) return '';
    if (isCode(error, 'ELOOP')) linkGuard(root)(file);
    throw diskError(error, CHANGES_NAME);
  }
}

async function append(root: string, line: ChangeLine): Promise<void> {
  const file = path.join(root, CHANGES_NAME);
  linkGuard(root)(file);
  if (line.type === 'change') await shorten(root);
  try {
    const handle = await openPatiently(file, 'a+');
    try {
      const { size } = await handle.stat();
      // Behind a torn line a new one begins.
      const tail = Buffer.alloc(1, '\n');
      if (size > 0) await handle.read(tail, 0, 1, size - 1);
      const begin = tail.toString() === '\n' ? '' : '\n';
      await handle.writeFile(`${begin}${JSON.stringify(line)}\n`);
      await handle.sync();
    } finally {
      await handle.close();
    }
  } catch (error) {
    throw diskError(error, CHANGES_NAME);
  }
}

/** Keeps the newer half of the changes of a log that grew large. */
async function shorten(root: string): Promise<void> {
  const { size } = await stat(path.join(root, CHANGES_NAME)).catch(() => ({ size: 0 }));
  if (size <= MOST_BYTES) return;
  const { changes } = parseChanges(await readLog(root));
  const kept = changes.slice(-Math.max(LEAST_CHANGES, Math.floor(changes.length / 2)));
  const lines = kept.map(({ isUndone: _isUndone, ...change }) =>
    JSON.stringify({ type: 'change', ...change } satisfies ChangeLine),
  );
  const last = kept.at(-1);
  if (last !== undefined) lines.push(JSON.stringify({ type: 'done', id: last.id }));
  await writeText(root, CHANGES_NAME, `${lines.join('\n')}\n`);
}
