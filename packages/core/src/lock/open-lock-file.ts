import { createHash } from 'node:crypto';
import type { Hash } from 'node:crypto';
import { AssetgenError } from '@assetgen/client/errors';
import type { Fingerprint } from '../brands.ts';
import { ANYWHERE } from '../fs/link-guard.ts';
import type { PathGuard } from '../fs/link-guard.ts';
import { isCode } from '../fs/is-code.ts';
import { OWN_FILE, UnreadableError, readBytesNow, readPiecesNow } from '../fs/read-text.ts';
import { writePartsAtomic } from '../fs/write-atomic.ts';
import { parseLock } from './parse-lock.ts';
import { canonicalText, lockParts } from './serialise-lock.ts';
import type { Lock, LockedAsset } from './lock.ts';
import { EMPTY_LOCK, record } from './lock.ts';

/** The lock's place below the project's root. */
export const LOCK_NAME = 'assets.gen.lock.json';

/** A lock file with changes that are yet to be written. */
export interface LockFile {
  readonly path: string;
  /** All entries, changes included. */
  readonly current: Lock;
  /** The entry of an asset, changes included. */
  get(name: string): LockedAsset | undefined;
  /** The entries of a recipe, by their names. */
  ofRecipe(recipe: Fingerprint): readonly (readonly [string, LockedAsset])[];
  set(name: string, asset: LockedAsset): void;
  remove(name: string): void;
  /**
   * sha256 (64 hex digits) of the file whose entries these are, as it was read or as it was written
   * here; null where there is none, and where it holds what someone else wrote since it was read.
   */
  digest(): string | null;
  /**
   * Writes the changes, and only them: entries that another process wrote meanwhile stay. Writes
   * nothing when nothing changed. Says whether it wrote.
   */
  flush(): Promise<boolean>;
  /**
   * Writes the changes unless that would take more than a small part of the time: a large lock is written now
   * and then while a build goes on. Each purchase is in the journal before.
   */
  flushNowAndThen(): Promise<void>;
}

/** The part of the time that writing a lock again and again may take. */
const WRITING = 1 / 20;

/** Runs work while no other process that asks does: what is read stays so until it is written. */
export type Exclusive = <T>(work: () => Promise<T>) => Promise<T>;

/**
 * Reads a lock; a missing one is empty.
 * @param label how errors name it: its path from the root
 * @param exclusive keeps two processes from writing over each other's entries
 * @param guard says whether it may be written
 * @throws AssetgenError `ASSETGEN_LOCK`
 */
export async function openLockFile(
  path: string,
  label: string,
  exclusive: Exclusive = (work) => work(),
  guard: PathGuard = ANYWHERE,
): Promise<LockFile> {
  const first = readLockText(path, label, guard);
  let { digest } = first;
  let isOurs = true;
  const entries = entriesOf(label, first.text);
  /**
   * The entries of the file with that digest: what nobody else changed is not parsed again. null: they are those above,
   * of which none was changed yet. Most runs change none, and a copy of a large lock takes a while.
   */
  let onDisk: Lock | null = null;
  const dirty = new Map<string, LockedAsset | null>();
  let writing: Promise<unknown> = Promise.resolve();
  /** When the lock may be written again without hurry. Unit: milliseconds of the process. */
  let next = 0;
  /** Made with the first question: a warm build asks none. */
  let recipes: Map<Fingerprint, Set<string>> | null = null;

  function byRecipe(): Map<Fingerprint, Set<string>> {
    if (recipes !== null) return recipes;
    recipes = new Map();
    for (const [name, { recipe }] of Object.entries(entries)) put(recipes, recipe, name);
    return recipes;
  }

  /** Stands before each change. */
  function keepDisk(): void {
    onDisk ??= { assets: record<LockedAsset>(Object.entries(entries)) };
  }

  async function flush(): Promise<boolean> {
    if (dirty.size === 0) return false;
    const changes = [...dirty];
    dirty.clear();
    try {
      return await exclusive(() => write(changes));
    } catch (error) {
      // A write that failed (a full disk, a conflict by hand) is still to be done.
      for (const [name, asset] of changes) if (!dirty.has(name)) dirty.set(name, asset);
      throw error;
    }
  }

  async function write(changes: readonly [string, LockedAsset | null][]): Promise<boolean> {
    const assets = entriesOnDisk();
    // A change that leaves all as it was, as another process may have made it too, writes nothing.
    if (changes.every(([name, asset]) => isSameValue(assets[name] ?? null, asset))) return false;
    const merged = record<LockedAsset>(Object.entries(assets));
    for (const [name, asset] of changes) {
      if (asset === null) delete merged[name];
      else merged[name] = asset;
    }
    const hash = createHash('sha256');
    await writePartsAtomic(path, hashed(lockParts({ assets: merged }), hash), guard);
    digest = hash.digest('hex');
    onDisk = { assets: merged };
    return true;
  }

  /** What the file holds now. Most often nobody else wrote it: then its bytes are only hashed. */
  function entriesOnDisk(): Lock['assets'] {
    if (onDisk !== null && hashFileNow(path, label, guard) === digest) return onDisk.assets;
    const found = readLockText(path, label, guard);
    if (found.digest !== digest) isOurs = false;
    return found.text === null ? EMPTY_LOCK.assets : parseLock(label, found.text).assets;
  }

  const file: LockFile = {
    path,
    current: { assets: entries },
    get: (name) => entries[name],
    ofRecipe: (recipe) =>
      [...(byRecipe().get(recipe) ?? [])].flatMap((name) => {
        const entry = entries[name];
        return entry?.recipe === recipe ? [[name, entry] as const] : [];
      }),
    set(name, asset) {
      if (recipes !== null) put(recipes, asset.recipe, name);
      keepDisk();
      entries[name] = asset;
      dirty.set(name, asset);
    },
    remove(name) {
      keepDisk();
      delete entries[name];
      dirty.set(name, null);
    },
    digest: () => (isOurs ? digest : null),
    flush() {
      const result = writing.then(flush);
      writing = result.catch(() => undefined);
      return result;
    },
    async flushNowAndThen() {
      const start = performance.now();
      if (start < next) return;
      next = Number.POSITIVE_INFINITY;
      try {
        await file.flush();
      } finally {
        const end = performance.now();
        next = end + (end - start) / WRITING;
      }
    },
  };
  return file;
}

/** Names stay when their entry changes: whoever looks them up sees what stands there now. */
function put(recipes: Map<Fingerprint, Set<string>>, recipe: Fingerprint, name: string): void {
  const names = recipes.get(recipe);
  if (names === undefined) recipes.set(recipe, new Set([name]));
  else names.add(name);
}

/** The text without its bytes, which need not be in memory any more while it is parsed. */
function readLockText(
  path: string,
  label: string,
  guard: PathGuard,
): { readonly text: string | null; readonly digest: string | null } {
  // At once: read in parts, a lock of 10,000 assets would stand in memory three times.
  const bytes = unlessMissing(path, label, guard, () => readBytesNow(path, OWN_FILE));
  if (bytes === null) return { text: null, digest: null };
  return {
    text: bytes.toString('utf8'),
    digest: createHash('sha256').update(bytes).digest('hex'),
  };
}

/** Entries that may be changed: nobody else has what was parsed. */
function entriesOf(label: string, text: string | null): Record<string, LockedAsset> {
  if (text === null) return record<LockedAsset>([]);
  return parseLock(label, text).assets as Record<string, LockedAsset>;
}

/** sha256 of a file; null where there is none. */
function hashFileNow(path: string, label: string, guard: PathGuard): string | null {
  const hash = createHash('sha256');
  return unlessMissing(path, label, guard, () => {
    readPiecesNow(path, OWN_FILE, (piece) => hash.update(piece));
    return hash.digest('hex');
  });
}

/** The parts as they are, each hashed when it is asked for. */
function* hashed(parts: Iterable<Uint8Array>, hash: Hash): Generator<Uint8Array, void> {
  for (const part of parts) {
    hash.update(part);
    yield part;
  }
}

function isSameValue(one: LockedAsset | null, other: LockedAsset | null): boolean {
  return one === other || canonicalText(one) === canonicalText(other);
}

/** What reading a lock gives; null where there is none. */
function unlessMissing<T>(path: string, label: string, guard: PathGuard, read: () => T): T | null {
  try {
    return read();
  } catch (error) {
    if (isCode(error, 'ENOENT')) return null;
    const isLink = isCode(error, 'ELOOP');
    if (isLink) guard(path);
    if (!(error instanceof UnreadableError) && !isLink) throw error;
    const what = isLink || !(error instanceof Error) ? 'it is a symbolic link' : error.message;
    throw new AssetgenError('ASSETGEN_LOCK', `${label}: it cannot be read: ${what}`, {
      hint: 'Take the file from version control again.',
      cause: error,
    });
  }
}
