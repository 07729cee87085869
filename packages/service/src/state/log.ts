import type { Entry } from './entry.ts';

export interface LoggedEntry {
  readonly entry: Entry;
  /** Where it stands in the log; orders the entries of all processes. */
  readonly offset: number;
}

/** The write-ahead log: the one order of all charges. */
export interface Log {
  /** Returns when the entries are on the disk. All of a call stand next to each other. */
  append(entries: readonly Entry[]): Promise<void>;
  /** Entries that were appended since the last call, by anybody. */
  read(): Promise<readonly LoggedEntry[]>;
  /** The entry that stands there; undefined where there is none, or none is kept. */
  at(offset: number): Promise<Entry | undefined>;
  /** Up to where entries were read. */
  readonly position: number;
  close(): Promise<void>;
}

/** A log of one process, kept nowhere: entries are handed on and forgotten. */
export function memoryLog(): Log {
  let unread: LoggedEntry[] = [];
  let end = 0;
  return {
    async append(entries) {
      for (const entry of entries) unread.push({ entry, offset: end++ });
    },
    async read() {
      const all = unread;
      unread = [];
      return all;
    },
    at: async () => undefined,
    get position() {
      return end;
    },
    async close() {},
  };
}
