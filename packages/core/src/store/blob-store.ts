import { createHash, randomBytes } from 'node:crypto';
import {
  closeSync,
  constants,
  existsSync,
  fchmodSync,
  fstatSync,
  openSync,
  statSync,
  writeSync,
} from 'node:fs';
import {
  access,
  chmod,
  copyFile,
  mkdir,
  open,
  readFile,
  rename,
  rm,
  utimes,
} from 'node:fs/promises';
import path from 'node:path';
import { AssetgenError } from '@assetgen/client/errors';
import type { Digest } from '../brands.ts';
import type { BlobSink, PutOptions, StoredBlob } from '../ports.ts';
import { temporaryName } from './atomic.ts';
import { markCostly } from './costly.ts';
import { asDigest, digestFile, digestOf, hexOf } from './digest.ts';
import { diskError } from './disk-error.ts';
import { makeSharedFolder } from './shared-folder.ts';

/** A content-addressed store of read-only files: `blobs/<2 hex>/<62 hex>`. */
export interface BlobStore extends BlobSink {
  readonly dir: string;
  /** The folder that a put goes to. */
  putDir(): Promise<string>;
  putBytes(bytes: Uint8Array): Promise<StoredBlob>;
  /**
   * Bytes that can be had again: the disk is not waited for.
   * @throws AssetgenError `ASSETGEN_DIGEST` where they have another digest
   */
  putFetched(bytes: Uint8Array, expect: Digest): Promise<StoredBlob>;
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

/** Opens a store; folders are made by the first put. */
export function openBlobStore(dir: string): BlobStore {
  /** Folders of blobs that were seen to stand. */
  const folders = new Set<string>();
  const pathOf = (digest: Digest): string => {
    const hex = hexOf(digest);
    return path.join(dir, 'blobs', hex.slice(0, 2), hex.slice(2));
  };

  /** Moves a temporary file to its place; an equal blob that stands there already wins. */
  async function adopt(temporary: string, digest: Digest, bytes: number): Promise<StoredBlob> {
    const target = pathOf(digest);
    // Without a turn through the thread pool: it is one of several for each small blob.
    const existing = statSync(target, { throwIfNoEntry: false });
    const stands =
      existing?.isFile() === true &&
      existing.size === bytes &&
      (await digestFile(target).catch(() => null)) === digest;
    if (stands && (await touch(target))) {
      await rm(temporary, { force: true });
    } else {
      const folder = path.dirname(target);
      if (!folders.has(folder)) await makeSharedFolder(folder);
      folders.add(folder);
      await inFolder(target, () => rename(temporary, target));
    }
    return { digest, bytes };
  }

  /** Says that a blob is in use: prune leaves young ones alone. False where it just went. */
  async function touch(file: string): Promise<boolean> {
    const seconds = (performance.timeOrigin + performance.now()) / 1000;
    return utimes(file, seconds, seconds).then(
      () => true,
      () => false,
    );
  }

  /** Where the folder is read-only a bad blob stays: it is never given out, and a put replaces it. */
  async function quarantine(digest: Digest): Promise<void> {
    const folder = path.join(dir, 'quarantine');
    const aside = path.join(folder, `${hexOf(digest)}.${randomBytes(4).toString('hex')}`);
    await makeSharedFolder(folder)
      .then(() => rename(pathOf(digest), aside))
      .catch(() => undefined);
  }

  const cacheError = (error: unknown): unknown => diskError(error, `the cache ${dir}`, ELSEWHERE);

  async function put(
    source: AsyncIterable<Uint8Array>,
    { verify, signal, expect, sync = true, costly = false }: PutOptions = {},
  ): Promise<StoredBlob> {
    const temporary = temporaryName(path.join(dir, 'tmp', 'put'));
    try {
      const hash = createHash('sha256');
      let bytes = 0;
      const handle = await inFolder(temporary, () => open(temporary, 'wx', 0o444));
      try {
        // The umask may have taken from it what other users need.
        if ((fstatSync(handle.fd).mode & 0o777) !== 0o444) await handle.chmod(0o444);
        for await (const chunk of source) {
          signal?.throwIfAborted();
          hash.update(chunk);
          for (let written = 0; written < chunk.length;) {
            written += (await handle.write(chunk, written)).bytesWritten;
          }
          bytes += chunk.length;
        }
        if (sync) await handle.sync();
      } finally {
        await handle.close();
      }
      const digest = asDigest(hash.digest('hex'));
      if (expect !== undefined && digest !== expect) throw mismatch(expect, digest);
      await verify?.(temporary, bytes);
      if (costly) await markCostly(dir, digest);
      return await adopt(temporary, digest, bytes);
    } catch (error) {
      await rm(temporary, { force: true }).catch(() => undefined);
      throw cacheError(error);
    }
  }

  async function putFetched(bytes: Uint8Array, expect: Digest): Promise<StoredBlob> {
    const digest = digestOf(bytes);
    if (digest !== expect) throw mismatch(expect, digest);
    const temporary = temporaryName(path.join(dir, 'tmp', 'put'));
    try {
      // One turn through the thread pool for each step would take longer than all of them.
      await inFolder(temporary, async () => {
        const file = openSync(temporary, 'wx', 0o444);
        try {
          if ((fstatSync(file).mode & 0o777) !== 0o444) fchmodSync(file, 0o444);
          for (let at = 0; at < bytes.length;) at += writeSync(file, bytes, at);
        } finally {
          closeSync(file);
        }
      });
      return await adopt(temporary, digest, bytes.length);
    } catch (error) {
      await rm(temporary, { force: true }).catch(() => undefined);
      throw cacheError(error);
    }
  }

  return {
    dir,
    putFetched,
    putDir: () => Promise.resolve(dir),
    put,
    path: pathOf,
    putBytes: (bytes) => put(once(bytes)),
    has(digest) {
      try {
        return statSync(pathOf(digest), { throwIfNoEntry: false })?.isFile() === true;
      } catch {
        return false;
      }
    },
    isEmpty: () => !existsSync(path.join(dir, 'blobs')),
    async read(digest) {
      const bytes = await readFile(pathOf(digest)).catch(missing);
      if (bytes === null) return null;
      if (digestOf(bytes) === digest) return bytes;
      await quarantine(digest);
      return null;
    },
    async materialise(digest, target) {
      const temporary = temporaryName(target);
      try {
        await mkdir(path.dirname(target), { recursive: true });
        const source = pathOf(digest);
        if (!(await copyBlob(source, temporary))) return false;
        // The copy is what is verified: what the project gets is what was hashed.
        if ((await digestFile(temporary)) !== digest) {
          if ((await digestFile(source)) !== digest) await quarantine(digest);
          return false;
        }
        await chmod(temporary, 0o644);
        await rename(temporary, target);
        await touch(source);
        return true;
      } catch (error) {
        throw diskError(error, target);
      } finally {
        await rm(temporary, { force: true }).catch(() => undefined);
      }
    },
  };
}

/** Does something with a file; where that fails for want of its folder, makes it, and once more. */
async function inFolder<T>(file: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
    await makeSharedFolder(path.dirname(file));
    return work();
  }
}

/** False where there is no blob that can be read, or where it was pruned this moment. */
async function copyBlob(source: string, target: string): Promise<boolean> {
  const readable = (): Promise<void | null> => access(source, constants.R_OK).catch(missing);
  if ((await readable()) === null) return false;
  try {
    await copyFile(source, target, constants.COPYFILE_FICLONE);
    return true;
  } catch (error) {
    if ((await readable()) === null) return false;
    throw error;
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
