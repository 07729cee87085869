import { createHash } from 'node:crypto';
import { readFile, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { ifExists, writeAtomic } from './atomic-file.ts';

/** A Keyv storage adapter that keeps each key in a file of its own. */
export interface FolderAdapter {
  readonly opts: { readonly dialect: 'folder'; readonly url: string };
  /** Set by Keyv: `clear` then removes the keys of this namespace alone. */
  namespace: string | undefined;
  get(key: string): Promise<string | undefined>;
  /** Returns when the value is on the disk. */
  set(key: string, value: string): Promise<void>;
  delete(key: string): Promise<boolean>;
  has(key: string): Promise<boolean>;
  clear(): Promise<void>;
  on(): FolderAdapter;
}

/**
 * Several processes may share the folder: a file is replaced as a whole. Its name is the hash of
 * the key, so that any text can be one; the key stands in its first line. What the disk refuses is
 * thrown, and never taken for a key that is not there: it may hold jobs and points. (Core's index of
 * its cache has an adapter that looks like this one; there what cannot be read is a miss.)
 */
export function folderAdapter(folder: string): FolderAdapter {
  const fileOf = (key: string): string =>
    join(folder, createHash('sha256').update(key).digest('hex').slice(0, 40));
  const adapter: FolderAdapter = {
    opts: { dialect: 'folder', url: folder },
    namespace: undefined,
    get: async (key) => valueIn(await ifExists(readFile(fileOf(key), 'utf8')), key),
    set: (key, value) =>
      writeAtomic(fileOf(key), `${JSON.stringify(key)}\n${value}`, { durable: true }),
    async delete(key) {
      const existed = await adapter.has(key);
      await rm(fileOf(key), { force: true });
      return existed;
    },
    has: async (key) => (await adapter.get(key)) !== undefined,
    async clear() {
      const start = JSON.stringify(
        adapter.namespace === undefined ? '' : `${adapter.namespace}:`,
      ).slice(0, -1);
      for (const name of (await ifExists(readdir(folder))) ?? []) {
        const text = (await ifExists(readFile(join(folder, name), 'utf8'))) ?? '';
        if (text.startsWith(start)) await rm(join(folder, name), { force: true });
      }
    },
    on: () => adapter,
  };
  return adapter;
}

function valueIn(text: string | undefined, key: string): string | undefined {
  const line = `${JSON.stringify(key)}\n`;
  return text?.startsWith(line) === true ? text.slice(line.length) : undefined;
}
