import { readFile } from 'node:fs/promises';
import { writeAtomic } from '../store/atomic.ts';
import { parseLock } from './parse.ts';
import { serialiseLock } from './serialise.ts';
import type { Lock, LockedAsset } from './types.ts';
import { EMPTY_LOCK, record } from './types.ts';

/** The lock's place below the project's root. */
export const LOCK_NAME = 'assets.gen.lock.json';

/** A lock file with changes that are yet to be written. */
export interface LockFile {
  readonly path: string;
  /** The entries as they stand, changes included. */
  readonly lock: Lock;
  set(name: string, asset: LockedAsset): void;
  remove(name: string): void;
  /**
   * Writes the changes, and only them: entries that another process wrote meanwhile stay. Writes
   * nothing when nothing changed. Says whether it wrote.
   */
  flush(): Promise<boolean>;
}

/** Runs work while no other process that asks does: what is read stays so until it is written. */
export type Exclusive = <T>(work: () => Promise<T>) => Promise<T>;

/**
 * Reads a lock; a missing one is empty.
 * @param label how errors name it: its path from the root
 * @param exclusive keeps two processes from writing over each other's entries
 * @throws AssetgenError `ASSETGEN_LOCK`
 */
export async function openLockFile(
  path: string,
  label: string,
  exclusive: Exclusive = (work) => work(),
): Promise<LockFile> {
  const entries = record<LockedAsset>(Object.entries((await read(path, label)).lock.assets));
  const dirty = new Map<string, LockedAsset | null>();
  let writing: Promise<unknown> = Promise.resolve();

  async function flush(): Promise<boolean> {
    if (dirty.size === 0) return false;
    const changes = [...dirty];
    dirty.clear();
    try {
      return await exclusive(() => write(changes));
    } catch (error) {
      // What could not be written (a full disk, a conflict by hand) is still to be written.
      for (const [name, asset] of changes) if (!dirty.has(name)) dirty.set(name, asset);
      throw error;
    }
  }

  async function write(changes: readonly [string, LockedAsset | null][]): Promise<boolean> {
    const { lock, text } = await read(path, label);
    const merged = record<LockedAsset>(Object.entries(lock.assets));
    for (const [name, asset] of changes) {
      if (asset === null) delete merged[name];
      else merged[name] = asset;
    }
    const next = serialiseLock({ assets: merged });
    if (next === text) return false;
    await writeAtomic(path, next);
    return true;
  }

  return {
    path,
    lock: { assets: entries },
    set(name, asset) {
      entries[name] = asset;
      dirty.set(name, asset);
    },
    remove(name) {
      delete entries[name];
      dirty.set(name, null);
    },
    flush() {
      const result = writing.then(flush);
      writing = result.catch(() => undefined);
      return result;
    },
  };
}

async function read(path: string, label: string): Promise<{ lock: Lock; text: string | null }> {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  });
  return { lock: text === null ? EMPTY_LOCK : parseLock(label, text), text };
}
