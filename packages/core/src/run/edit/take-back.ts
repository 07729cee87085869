import path from 'node:path';
import { AssetgenError } from '@assetgen/client/errors';
import { renameEntry } from '../../manifest/edit/rename-entry.ts';
import type { Change, FileEdit, LoggedChange } from './change-record.ts';
import { redoTarget, undoTarget } from './change-record.ts';
import type { ChangeLog } from './change-log.ts';
import { digestOf, readProjectText } from './change-log.ts';
import { revertEntries } from './entry-file.ts';
import type { EntryPorts } from './entry-change.ts';
import { isJson, relativeTo } from './entry-change.ts';
import { lockMoves } from './lock-move.ts';
import { REVIEWS_NAME } from './review-file.ts';
import { revertSplice } from './text-splice.ts';

/** The change to undo. */
export type TakeBack =
  /** The newest change, or the one of this number. */
  | { readonly type: 'undo'; readonly id?: number }
  /** The newest undo. */
  | { readonly type: 'redo' };

/** A change that was taken back, or brought back. */
export interface TakenBack {
  /** The change that was undone, or restored by a redo. */
  readonly change: Change;
  /** Number of the change that did it. */
  readonly by: number;
}

/**
 * Takes a change back, byte for byte where nothing else was changed since. Buys nothing, and what was
 * bought stays in the cache.
 *
 * @throws AssetgenError `ASSETGEN_USAGE` where there is nothing to take back, or the same was changed since
 */
export async function takeBack(
  ports: EntryPorts,
  log: ChangeLog,
  wanted: TakeBack,
): Promise<TakenBack> {
  const { root } = ports;
  const target = findTarget(log.changes, wanted);
  const files = (await ports.manifestFiles()).map((file) => relativeTo(root, file));
  const allowed = new Set([...files.filter(isJson), REVIEWS_NAME]);
  const texts = new Map<string, readonly [string, string]>();
  for (const edit of target.files) {
    // The log is a file of the project: what it names is not believed.
    if (!allowed.has(edit.file))
      throw usage(`${edit.file} is no longer a manifest of this project`);
    const now = await readProjectText(root, edit.file);
    const isSame = digestOf(now) === edit.after;
    const before = isSame ? revertSplice(now, edit) : revertText(now, edit, target);
    texts.set(edit.file, [now, before]);
  }
  const after = await ports.manifestWith(
    new Map(
      [...texts]
        .filter(([file]) => file !== REVIEWS_NAME)
        .map(([file, [, text]]) => [path.resolve(root, file), text]),
    ),
  );
  const { assets, id } = target;
  const renamed = renamedBack(target);
  const moves =
    renamed === null ? [] : lockMoves(await ports.manifest(), after, renamed.from, renamed.to);
  const written = await log.write({ what: wanted.type, assets, texts, undoes: id, moves });
  if (written === null) throw usage('the files are already as they were before that change');
  const meant =
    wanted.type === 'redo' ? log.changes.find((each) => each.id === target.undoes) : null;
  return { change: meant ?? target, by: written.id };
}

/** The name that goes, and the one that comes back; null: the change renamed nothing. */
function renamedBack({
  moves = [],
}: Change): { readonly from: string; readonly to: string } | null {
  const move = moves.find(({ from, to }) => from !== to);
  return move === undefined ? null : { from: move.to, to: move.from };
}

/** A text without what a change did to it, where other things were changed since. */
function revertText(now: string, edit: FileEdit, target: Change): string {
  const renamed = renamedBack(target);
  // An asset keeps what was changed in it since, and takes the name back.
  return renamed === null || edit.file === REVIEWS_NAME
    ? revertEntries(now, edit)
    : renameEntry(now, renamed.from, renamed.to);
}

function findTarget(changes: readonly LoggedChange[], wanted: TakeBack): LoggedChange {
  if (wanted.type === 'redo') {
    const target = redoTarget(changes);
    if (target === null) throw usage('there is nothing to redo');
    return target;
  }
  const { id } = wanted;
  const target = id === undefined ? undoTarget(changes) : changes.find((each) => each.id === id);
  if (target == null) {
    throw id === undefined
      ? usage('there is nothing to undo', 'Changes are known from the first one made by assetgen.')
      : usage(`there is no change ${id}`, '`assetgen undo --list` shows them.');
  }
  if (target.isUndone) throw usage(`change ${target.id} is already taken back`);
  if (target.undoes !== null) throw usage(`change ${target.id} took one back; use redo`);
  return target;
}

function usage(message: string, hint?: string): AssetgenError {
  return new AssetgenError('ASSETGEN_USAGE', message, hint === undefined ? {} : { hint });
}
