import type { LockMove } from './lock-move.ts';
import type { TextSplice } from './text-splice.ts';

/** What a person did to the project. `undo` and `redo` are changes too. */
export type ChangeKind =
  | 'edit'
  | 'reroll'
  | 'pick'
  | 'another'
  | 'use'
  | 'add'
  | 'rename'
  | 'remove'
  | 'review'
  | 'undo'
  | 'redo';

/** The effect of a change on one file. */
export interface FileEdit extends TextSplice {
  /** Path from the root. */
  readonly file: string;
  /** sha256 of the text before and after: 64 hex digits. A missing file is an empty text. */
  readonly before: string;
  readonly after: string;
  /** The entry of each asset in the file, before and after; null: none. */
  readonly entries: Readonly<Record<string, readonly [before: unknown, after: unknown]>>;
}

/** One change of a project's files. */
export interface Change {
  /** From 1, in the order of the changes. */
  readonly id: number;
  /** ISO 8601. */
  readonly at: string;
  readonly what: ChangeKind;
  /** Assets that the person named; of a rename the old name and the new one. */
  readonly assets: readonly string[];
  readonly files: readonly FileEdit[];
  /** The change that this one takes back; null: it is none that does. */
  readonly undoes: number | null;
  /** Of a rename: what the lock calls otherwise. The asset that has another name comes first. */
  readonly moves?: readonly LockMove[];
}

/** A change, and whether another one took it back. */
export interface LoggedChange extends Change {
  readonly isUndone: boolean;
}

/** A line of the log. A change counts once its `done` stands behind it, or a later change. */
export type ChangeLine =
  | ({ readonly type: 'change' } & Change)
  | { readonly type: 'done'; readonly id: number }
  /** It was written down, but the process ended before any file was. */
  | { readonly type: 'dropped'; readonly id: number };

/** What the lines of a log add up to. */
export interface ChangeLogText {
  /** Oldest first, without those that were dropped. */
  readonly changes: readonly LoggedChange[];
  /** The last change, where nothing says that all its files were written. */
  readonly open: Change | null;
  /** The number of the next change. */
  readonly next: number;
}

/** Reads a log. A torn line, or one that is none of ours, is skipped. */
export function parseChanges(text: string): ChangeLogText {
  const lines = text.split('\n').flatMap((line) => parseLine(line) ?? []);
  const dropped = new Set<number>();
  const done = new Set<number>();
  const changes = new Map<number, Change>();
  for (const line of lines) {
    if (line.type === 'done') done.add(line.id);
    else if (line.type === 'dropped') dropped.add(line.id);
    else {
      const { type: _type, ...change } = line;
      changes.set(change.id, change);
    }
  }
  const last = [...changes.values()].at(-1) ?? null;
  const isOpen = last !== null && !done.has(last.id) && !dropped.has(last.id);
  const kept = [...changes.values()].filter(({ id }) => !dropped.has(id));
  return {
    changes: withUndone(kept),
    open: isOpen ? last : null,
    next: Math.max(0, ...changes.keys()) + 1,
  };
}

/** The changes without one that did not happen: what it would have taken back stands. */
export function withoutChange(
  changes: readonly LoggedChange[],
  dropped: Change,
): readonly LoggedChange[] {
  return withUndone(changes.filter(({ id }) => id !== dropped.id));
}

/** Whoever takes back a change that took one back brings the first one back. */
function withUndone(changes: readonly Change[]): readonly LoggedChange[] {
  const undone = new Set<number>();
  for (const { id, undoes } of [...changes].reverse()) {
    if (undoes !== null && !undone.has(id)) undone.add(undoes);
  }
  return changes.map((change) => ({ ...change, isUndone: undone.has(change.id) }));
}

/** The change that "undo" takes back; null where there is none. */
export function undoTarget(changes: readonly LoggedChange[]): LoggedChange | null {
  return changes.findLast(({ undoes, isUndone }) => undoes === null && !isUndone) ?? null;
}

/** The undo that "redo" takes back: none is left once something else was changed. */
export function redoTarget(changes: readonly LoggedChange[]): LoggedChange | null {
  const newest = changes.findLast(({ undoes }) => undoes === null)?.id ?? 0;
  return (
    changes.findLast(({ id, what, isUndone }) => what === 'undo' && !isUndone && id > newest) ??
    null
  );
}

function parseLine(line: string): ChangeLine | null {
  if (line.trim() === '') return null;
  try {
    const value: unknown = JSON.parse(line);
    return isLine(value) ? value : null;
  } catch {
    return null;
  }
}

function isLine(value: unknown): value is ChangeLine {
  if (!isRecord(value) || !Number.isSafeInteger(value['id'])) return false;
  if (value['type'] === 'done' || value['type'] === 'dropped') return true;
  const { type, at, what, assets, files, undoes, moves } = value;
  return (
    type === 'change' &&
    typeof at === 'string' &&
    typeof what === 'string' &&
    isList(assets, (each) => typeof each === 'string') &&
    isList(files, isFileEdit) &&
    (undoes === null || Number.isSafeInteger(undoes)) &&
    (moves === undefined || isList(moves, isMove))
  );
}

function isFileEdit(value: unknown): boolean {
  if (!isRecord(value)) return false;
  const { file, before, after, at, removed, inserted, entries } = value;
  return (
    [file, before, after, removed, inserted].every((each) => typeof each === 'string') &&
    Number.isSafeInteger(at) &&
    isRecord(entries) &&
    Object.values(entries).every((each) => Array.isArray(each) && each.length === 2)
  );
}

function isMove(value: unknown): boolean {
  if (!isRecord(value) || !isRecord(value['outputs'])) return false;
  const { from, to, outputs } = value;
  return [from, to, ...Object.values(outputs)].every((each) => typeof each === 'string');
}

function isList(value: unknown, is: (each: unknown) => boolean): boolean {
  return Array.isArray(value) && value.every(is);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
