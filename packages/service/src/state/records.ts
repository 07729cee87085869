import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ifExists, writeAtomic } from './write-atomic.ts';

/** Small texts by name, kept beside the log. */
export interface Records {
  /** Undefined where there is none. What the disk refuses is thrown: it is no missing record. */
  get(name: string): Promise<string | undefined>;
  /** Returns when the text is on the disk. */
  set(name: string, text: string): Promise<void>;
}

/** Each record is a file. Several processes may share the folder: a file is replaced as a whole. */
export function folderRecords(folder: string): Records {
  return {
    get: (name) => ifExists(readFile(join(folder, name), 'utf8')),
    set: (name, text) => writeAtomic(join(folder, name), text, { durable: true }),
  };
}
