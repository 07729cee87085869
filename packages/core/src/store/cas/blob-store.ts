import { randomBytes } from 'node:crypto';
import {
  accessSync,
  constants,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
} from 'node:fs';
import { readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { AssetgenError } from '@assetgen/client/errors';
import type { Digest } from '../../brands.ts';
import type { BlobSink, PutOptions, StoredBlob } from '../../ports.ts';
import { temporaryName } from '../../fs/write-atomic.ts';
import { markCostly } from '../prune/mark-costly.ts';
import { digestFile, digestOf, hexOf } from './digest.ts';
import { copyWritable } from '../../fs/copy-writable.ts';
import { diskError } from '../../fs/disk-error.ts';
import { whenFilesAreFree } from '../../fs/open-patiently.ts';
import { SMALL_BYTES, inFolder, writeNewFile, writePieces } from './write-new-file.ts';
import { makeSharedFolder } from '../../fs/make-shared-folder.ts';
import { ANYWHERE } from '../../fs/link-guard.ts';
import type { PathGuard } from '../../fs/link-guard.ts';

/** A content-addressed store of read-only files: `blobs/<2 hex>/<62 hex>`. */
export interface BlobStore extends BlobSink {
  readonly dir: string;
  /** The folder that a put goes to. */
  putDir(): Promise<string>;
  putBytes(bytes: Uint8Array, options?: PutOptions): Promise<StoredBlob>;
  /**
   * Bytes that can be had again, in pieces: the disk is not waited for.
   * @throws AssetgenError `ASSETGEN_DIGEST` where they have another digest
   */
  putFetched(pieces: readonly Uint8Array[], expect: Digest): Promise<StoredBlob>;
  /** Whether a blob stands there; its bytes are verified when they are read. */
  has(digest: Digest): boolean;
  /** Whether no blob was ever put: then none need be looked for. */
  isEmpty(): boolean;
  /** Where a blob stands, or would. */
  path(digest: Digest): string;
  /**
   * The verified bytes; null where there is no blob, or only a corrupt one (moved aside).
   * @param bytes how many it has, where that is known
   */
  read(digest: Digest, bytes?: number | null): Promise<Uint8Array | null>;
  /**
   * Writes a verified copy (a reflink where the file system has them, never a hard link) to
   * `target`, atomically. False where there is no good blob.
   * @param bytes how many it has, where that is known
   */
  materialise(digest: Digest, target: string, bytes?: number | null): Promise<boolean>;
}

const ELSEWHERE = 'move the cache with ASSETGEN_CACHE_DIR or the option "cache.dir"';

/**
 * Opens a store; folders are made by the first put. Calls that the kernel answers at once do not go through the
 * thread pool: for a small blob, the pool would take longer than the work.
 * @param guard says where may be written: a store may stand in a project, and outputs do
 */
export function openBlobStore(dir: string, guard: PathGuard = ANYWHERE): BlobStore {
  const blobs = path.join(dir, 'blobs') + path.sep;
  // By hand: a plan asks for thousands, and to join a path takes as long as to ask the disk.
  const pathOf = (digest: Digest): string => {
    const hex = hexOf(digest);
    return blobs + hex.slice(0, 2) + path.sep + hex.slice(2);
  };

  /** Moves a temporary file to its place; an equal blob that stands there already wins. */
  async function adopt(temporary: string, blob: StoredBlob): Promise<StoredBlob> {
    const target = pathOf(blob.digest);
    guard(path.dirname(target));
    const existing = lstatSync(target, { throwIfNoEntry: false });
    const stands =
      existing?.isFile() === true &&
      existing.size === blob.bytes &&
      (await digestSmall(target, blob.bytes).catch(() => null)) === blob.digest;
    // Whoever prunes may have taken it away right before it was touched.
    if (stands && touch(target) && isBlob(target)) rmSync(temporary, { force: true });
    else inFolder(target, () => renameSync(temporary, target));
    return blob;
  }

  /** Where the folder is read-only a bad blob stays: it is never given out, and a put replaces it. */
  async function quarantine(digest: Digest): Promise<void> {
    const folder = path.join(dir, 'quarantine');
    const aside = path.join(folder, `${hexOf(digest)}.${randomBytes(4).toString('hex')}`);
    try {
      guard(aside);
      guard(path.dirname(pathOf(digest)));
      makeSharedFolder(folder);
      await rename(pathOf(digest), aside);
    } catch {
      // As said above.
    }
  }

  /** Has a temporary file written, and adopts it; nothing is left of one that failed. */
  async function putBy(write: (temporary: string) => Promise<StoredBlob>): Promise<StoredBlob> {
    const temporary = temporaryName(path.join(dir, 'tmp', 'put'));
    guard(temporary);
    try {
      return await adopt(temporary, await write(temporary));
    } catch (error) {
      await rm(temporary, { force: true }).catch(() => undefined);
      throw diskError(error, `the cache ${dir}`, ELSEWHERE);
    }
  }

  const put = (
    source: AsyncIterable<Uint8Array>,
    { verify, signal, expect, sync = true, costly = false }: PutOptions = {},
  ): Promise<StoredBlob> =>
    putBy(async (temporary) => {
      const blob = await writeNewFile(temporary, source, { sync, signal });
      if (expect !== undefined && blob.digest !== expect) throw mismatch(expect, blob.digest);
      await verify?.(temporary, blob.bytes);
      if (costly) await markCostly(dir, blob.digest, guard);
      return blob;
    });

  return {
    dir,
    putDir: () => Promise.resolve(dir),
    put,
    path: pathOf,
    putBytes: (bytes, options) => put(once(bytes), options),
    async putFetched(pieces, expect) {
      const digest = digestOf(...pieces);
      if (digest !== expect) throw mismatch(expect, digest);
      return putBy(async (temporary) => ({ digest, bytes: await writePieces(temporary, pieces) }));
    },
    has(digest) {
      return isBlob(pathOf(digest));
    },
    isEmpty: () => !existsSync(path.join(dir, 'blobs')),
    async read(digest) {
      if (!isBlob(pathOf(digest))) return null;
      const bytes = await readFile(pathOf(digest)).catch(missing);
      if (bytes === null) return null;
      if (digestOf(bytes) === digest) return bytes;
      await quarantine(digest);
      return null;
    },
    async materialise(digest, target) {
      guard(target);
      const temporary = temporaryName(target);
      let stands = true;
      try {
        const folder = path.dirname(target);
        // Nearly always it stands, and making it again takes far longer than the question.
        if (!existsSync(folder)) mkdirSync(folder, { recursive: true });
        const source = pathOf(digest);
        if (!(await copyBlob(source, temporary))) return false;
        // The copy is what is verified: what the project gets is what was hashed.
        if ((await digestSmall(temporary, statSync(temporary).size)) !== digest) {
          if ((await digestFile(source)) !== digest) await quarantine(digest);
          return false;
        }
        renameSync(temporary, target);
        stands = false;
        touch(source);
        return true;
      } catch (error) {
        throw diskError(error, target);
      } finally {
        if (stands) await rm(temporary, { force: true }).catch(() => undefined);
      }
    },
  };
}

/** Says that a blob is in use: prune leaves young ones alone. False where it just went. */
function touch(file: string): boolean {
  const seconds = (performance.timeOrigin + performance.now()) / 1000;
  try {
    utimesSync(file, seconds, seconds);
    return true;
  } catch {
    return false;
  }
}

/** The digest of a file, at once where it has few bytes. */
async function digestSmall(file: string, bytes: number): Promise<Digest> {
  return bytes > SMALL_BYTES ? digestFile(file) : digestOf(readFileSync(file));
}

/** False where there is no blob that can be read, or where it was pruned this moment. */
async function copyBlob(source: string, target: string): Promise<boolean> {
  if (!isReadable(source)) return false;
  try {
    await whenFilesAreFree(() => copyWritable(source, target));
    return true;
  } catch (error) {
    if (!isReadable(source)) return false;
    throw error;
  }
}

/** A link is no blob of ours, whatever it leads to: a folder, a device that never ends. */
function isBlob(file: string): boolean {
  try {
    return lstatSync(file, { throwIfNoEntry: false })?.isFile() === true;
  } catch {
    return false;
  }
}

function isReadable(file: string): boolean {
  if (!isBlob(file)) return false;
  try {
    accessSync(file, constants.R_OK);
    return true;
  } catch (error) {
    missing(error);
    return false;
  }
}

function mismatch(expected: Digest, found: Digest): AssetgenError {
  return new AssetgenError('ASSETGEN_DIGEST', `expected ${expected}, found ${found}`, {
    hint: 'Nothing was kept.',
  });
}

/** Whether a put was refused for its digest. */
export function isDigestMismatch(error: unknown): error is AssetgenError {
  return error instanceof AssetgenError && error.code === 'ASSETGEN_DIGEST';
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

/** A blob that is not there, or that cannot be read: for the caller both are misses. */
const UNREADABLE = new Set(['ENOENT', 'ENOTDIR', 'EISDIR', 'EACCES', 'EPERM', 'EIO']);

function missing(error: unknown): null {
  if (error instanceof Error && 'code' in error && UNREADABLE.has(String(error.code))) return null;
  throw error;
}
