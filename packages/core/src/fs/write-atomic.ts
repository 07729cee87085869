import { randomUUID } from 'node:crypto';
import { closeSync, fsync, open, openSync, renameSync, writeFile, writeFileSync } from 'node:fs';
import { mkdir, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { diskError } from './disk-error.ts';
import type { PathGuard } from './link-guard.ts';
import { OWN_FILE, holdsNow, readText } from './read-text.ts';
import { whenFilesAreFree } from './open-patiently.ts';
import { makeSharedFolder, sharedFileMode } from './make-shared-folder.ts';
import { setMode } from './set-mode.ts';

/** Longer texts are written by a thread. Unit: bytes, or characters. */
const SMALL = 262_144;
const flush = promisify(fsync);
const openLater = promisify(open);
const writeLater = promisify(writeFile);

/** A name beside `target` that no other process takes. */
export function temporaryName(target: string): string {
  // Its last 12 digits are random; Node draws many at once.
  return `${target}.${process.pid}.${randomUUID().slice(-12)}.tmp`;
}

/** What {@link temporaryName} puts behind a name. */
const TEMPORARY = /^\.\d+\.[\da-f]{12}\.tmp$/;

/**
 * Removes what processes that were killed left beside a file that they were to replace. Only for whoever knows that
 * nobody replaces it now.
 * @param guard says whether a file may be removed
 */
export async function removeTemporaries(target: string, guard: PathGuard): Promise<void> {
  const [folder, name] = [path.dirname(target), path.basename(target)];
  const names = await readdir(folder).catch((): string[] => []);
  for (const each of names) {
    if (!each.startsWith(name) || !TEMPORARY.test(each.slice(name.length))) continue;
    const file = path.join(folder, each);
    guard(file);
    await rm(file, { force: true });
  }
}

/**
 * Writes a file so that a reader, or a crash, sees the old content or the new and nothing between:
 * a temporary file beside it, fsync, rename.
 * @param guard says whether the target may be written
 * @throws AssetgenError `ASSETGEN_DISK` where the disk does not take it; `ASSETGEN_LINK`
 */
export function writeAtomic(
  target: string,
  content: string | Uint8Array,
  guard: PathGuard,
): Promise<void> {
  return write(target, content, guard, { shared: false, sync: true });
}

/** The same for bytes in parts, which never stand in memory as one; each may be made when its turn comes. */
export function writePartsAtomic(
  target: string,
  parts: Iterable<Uint8Array>,
  guard: PathGuard,
): Promise<void> {
  return write(target, parts, guard, { shared: false, sync: true });
}

/**
 * The same for parts of what can be found out again: the disk is not waited for. Readers see the old content or the new;
 * after a power failure the file may be short, or empty.
 */
export function writePartsSoon(
  target: string,
  parts: readonly Uint8Array[],
  guard: PathGuard,
): Promise<void> {
  return write(target, parts, guard, { shared: false, sync: false });
}

interface Written {
  /** Everyone who may write in its folder may write it, and all may read it. */
  readonly shared: boolean;
  /** Whether the disk is waited for. */
  readonly sync: boolean;
}

/** The same for a file of the cache: who may write in its folder may write it, and all may read it. */
export function writeSharedAtomic(
  target: string,
  content: string,
  guard: PathGuard,
): Promise<void> {
  return write(target, content, guard, { shared: true, sync: true });
}

/** The same without waiting for the disk, as {@link writePartsSoon}. */
export function writeSharedSoon(target: string, content: string, guard: PathGuard): Promise<void> {
  return write(target, content, guard, { shared: true, sync: false });
}

async function write(
  target: string,
  content: string | Uint8Array | Iterable<Uint8Array>,
  guard: PathGuard,
  { shared, sync }: Written,
): Promise<void> {
  guard(target);
  const temporary = temporaryName(target);
  const folder = path.dirname(target);
  try {
    await (shared ? makeSharedFolder(folder) : mkdir(folder, { recursive: true }));
    // A thread takes longer to be told than most of these calls take; but where many jobs wait for the disk, a new name
    // may wait with them.
    const descriptor = await whenFilesAreFree(() =>
      shared ? openLater(temporary, 'wx') : openNow(temporary),
    );
    try {
      if (shared) setMode(descriptor, sharedFileMode(folder));
      for (const part of isWhole(content) ? [content] : content) {
        if (part.length > SMALL) await writeLater(descriptor, part);
        else writeFileSync(descriptor, part);
      }
      if (sync) await flush(descriptor);
    } finally {
      closeSync(descriptor);
    }
    renameSync(temporary, target);
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => undefined);
    throw diskError(error, target);
  }
}

function isWhole(
  content: string | Uint8Array | Iterable<Uint8Array>,
): content is string | Uint8Array {
  return typeof content === 'string' || content instanceof Uint8Array;
}

async function openNow(file: string): Promise<number> {
  return openSync(file, 'wx');
}

/** Writes a text atomically unless the file holds it already. Says whether it wrote. */
export async function writeIfChanged(
  target: string,
  content: string,
  guard: PathGuard,
): Promise<boolean> {
  guard(target);
  const before = await readText(target, OWN_FILE).catch(() => null);
  if (before === content) return false;
  await writeAtomic(target, content, guard);
  return true;
}

/** The same for bytes in parts. @param parts makes them, once to compare and once to write */
export async function writePartsIfChanged(
  target: string,
  parts: () => Iterable<Uint8Array>,
  guard: PathGuard,
): Promise<boolean> {
  guard(target);
  if (holdsNow(target, OWN_FILE, parts())) return false;
  await writePartsAtomic(target, parts(), guard);
  return true;
}
