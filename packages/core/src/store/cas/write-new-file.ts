import { createHash } from 'node:crypto';
import { closeSync, fstatSync, fsync, open, openSync, write, writeSync, writev } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import type { StoredBlob } from '../../ports.ts';
import { asDigest } from './digest.ts';
import { makeSharedFolder } from '../../fs/make-shared-folder.ts';
import { setMode } from '../../fs/set-mode.ts';

/**
 * Smaller files are held in memory and written at once: for a small file, each turn through the thread pool
 * takes longer than the work. Unit: bytes.
 */
export const SMALL_BYTES = 1_048_576;

const READ_ONLY = 0o444;

const flush = promisify(fsync);
const openLater = promisify(open);
const writeLater = promisify(write);
const writeAllLater = promisify(writev);

export interface NewFileOptions {
  /** Whether the disk is waited for. */
  readonly sync: boolean;
  readonly signal?: AbortSignal | undefined;
}

/** Streams a source into a new read-only file that all may read, and hashes it on its way. */
export async function writeNewFile(
  file: string,
  source: AsyncIterable<Uint8Array>,
  { sync, signal }: NewFileOptions,
): Promise<StoredBlob> {
  const hash = createHash('sha256');
  let held: Uint8Array[] | null = [];
  let bytes = 0;
  let descriptor: number | null = null;
  try {
    for await (const chunk of source) {
      signal?.throwIfAborted();
      hash.update(chunk);
      bytes += chunk.length;
      if (held !== null && bytes <= SMALL_BYTES) {
        held.push(chunk);
        continue;
      }
      descriptor ??= openNew(file);
      for (const each of held ?? []) writeWhole(descriptor, each);
      held = null;
      await writeOn(descriptor, chunk);
    }
    descriptor ??= sync ? await openNewLater(file) : openNew(file);
    for (const each of held ?? []) writeWhole(descriptor, each);
    if (sync) await flush(descriptor);
  } finally {
    if (descriptor !== null) closeSync(descriptor);
  }
  return { digest: asDigest(hash.digest('hex')), bytes };
}

/**
 * Writes a new read-only file that all may read; gives its bytes. The disk is not waited for. Many
 * are written at once: what takes the kernel long, a new name and the copy of the bytes, is done by
 * the threads of the pool.
 */
export async function writePieces(file: string, pieces: readonly Uint8Array[]): Promise<number> {
  const bytes = pieces.reduce((sum, piece) => sum + piece.length, 0);
  const descriptor = await openNewLater(file);
  try {
    if (bytes > 0) {
      const { bytesWritten } = await writeAllLater(descriptor, pieces);
      if (bytesWritten < bytes) {
        await writeOn(descriptor, Buffer.concat(pieces).subarray(bytesWritten));
      }
    }
    return bytes;
  } finally {
    closeSync(descriptor);
  }
}

function openNew(file: string): number {
  return allowed(inFolder(file, () => openSync(file, 'wx', READ_ONLY)));
}

/** By a thread: while others wait for the disk, a new name may wait with them. */
async function openNewLater(file: string): Promise<number> {
  const descriptor = await openLater(file, 'wx', READ_ONLY).catch((error: unknown) => {
    if (isMissing(error)) return null;
    throw error;
  });
  return descriptor === null ? openNew(file) : allowed(descriptor);
}

function allowed(descriptor: number): number {
  try {
    allowAll(descriptor);
    return descriptor;
  } catch (error) {
    closeSync(descriptor);
    throw error;
  }
}

/** The umask may have taken from it what other users need. */
function allowAll(descriptor: number): void {
  if ((fstatSync(descriptor).mode & 0o777) !== READ_ONLY) setMode(descriptor, READ_ONLY);
}

function writeWhole(descriptor: number, bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length;) at += writeSync(descriptor, bytes, at);
}

async function writeOn(descriptor: number, bytes: Uint8Array): Promise<void> {
  for (let at = 0; at < bytes.length;) at += (await writeLater(descriptor, bytes, at)).bytesWritten;
}

/** Does something with a file; where that fails for want of its folder, makes it, and once more. */
export function inFolder<T>(file: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!isMissing(error)) throw error;
    makeSharedFolder(path.dirname(file));
    return work();
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}
