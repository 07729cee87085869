import { constants, closeSync, fstatSync, lstatSync, openSync, readSync } from 'node:fs';
import type { Stats } from 'node:fs';
import { openPatiently } from './open-patiently.ts';

/** Why a file was not read. Has a code, as errors of Node have. */
export class UnreadableError extends Error {
  override readonly name: string = 'UnreadableError';
  readonly code: 'ENOTFILE' | 'EFBIG';
  constructor(code: 'ENOTFILE' | 'EFBIG', message: string) {
    super(message);
    this.code = code;
  }
}

export interface ReadOptions {
  /** Unit: bytes. */
  readonly most: number;
  /** Whether the file may be a symbolic link. A link that may not be is the error `ELOOP`. @default true */
  readonly follow?: boolean;
  readonly signal?: AbortSignal | undefined;
}

const PIECE = 1_048_576;

/** Most bytes of a small file that we wrote ourselves, or that a person did. */
export const SMALL_FILE: ReadOptions = { most: 16 * PIECE };
/** The same for what stands in a project by a name of ours: it is no link. */
export const OWN_FILE: ReadOptions = { ...SMALL_FILE, most: 256 * PIECE, follow: false };

/**
 * Reads a plain file that is not too large. A device, a pipe or a folder is refused before a byte of
 * it is read, and a file that grows meanwhile ends at the limit: nothing here can go on for ever.
 *
 * @throws {UnreadableError} `ENOTFILE`, `EFBIG`; errors of Node such as `ENOENT`
 */
export async function readBytes(file: string, options: ReadOptions): Promise<Buffer> {
  const handle = await openPatiently(file, flagsOf(options));
  try {
    const stats = await handle.stat();
    refuse(stats, options);
    let bytes = Buffer.allocUnsafe(stats.size + 1);
    for (let at = 0; ;) {
      options.signal?.throwIfAborted();
      const { bytesRead } = await handle.read(bytes, at, Math.min(PIECE, bytes.length - at), null);
      at += bytesRead;
      if (bytesRead === 0) return bytes.subarray(0, at);
      if (at === bytes.length) bytes = larger(bytes, options);
    }
  } finally {
    await handle.close();
  }
}

/** The same as UTF-8. */
export async function readText(file: string, options: ReadOptions): Promise<string> {
  return (await readBytes(file, options)).toString('utf8');
}

/** The same at once: for what is read before anything else can go on. */
export function readTextNow(file: string, options: ReadOptions): string {
  return readBytesNow(file, options).toString('utf8');
}

/** {@link readBytes} at once. */
export function readBytesNow(file: string, options: ReadOptions): Buffer {
  const descriptor = openSync(file, flagsOf(options));
  try {
    const stats = fstatSync(descriptor);
    refuse(stats, options);
    // One buffer for all of it: a large lock must not stand in memory twice.
    let bytes = Buffer.allocUnsafe(stats.size + 1);
    for (let at = 0; ;) {
      const bytesRead = readSync(descriptor, bytes, at, bytes.length - at, null);
      at += bytesRead;
      if (bytesRead === 0) return bytes.subarray(0, at);
      if (at === bytes.length) bytes = larger(bytes, options);
    }
  } finally {
    closeSync(descriptor);
  }
}

/**
 * Hands over what {@link readBytesNow} would read, piece by piece, in one buffer that each piece overwrites: who only
 * looks at the bytes of a large file needs no room for them.
 * @param take ends it by `false`
 */
export function readPiecesNow(
  file: string,
  options: ReadOptions,
  take: (piece: Uint8Array) => unknown,
): void {
  const descriptor = openSync(file, flagsOf(options));
  try {
    const stats = fstatSync(descriptor);
    refuse(stats, options);
    const room = Buffer.allocUnsafe(Math.min(stats.size + 1, PIECE));
    for (let total = 0; ;) {
      const bytesRead = readSync(descriptor, room, 0, room.length, null);
      if (bytesRead === 0) return;
      total += bytesRead;
      if (total > options.most) throw tooLarge(total, options.most);
      if (take(room.subarray(0, bytesRead)) === false) return;
    }
  } finally {
    closeSync(descriptor);
  }
}

/** Whether a plain file holds just these bytes, which are asked for one by one up to the first that differs. */
export function holdsNow(file: string, options: ReadOptions, parts: Iterable<Uint8Array>): boolean {
  const waiting = parts[Symbol.iterator]();
  let left: Uint8Array = Buffer.alloc(0);
  const isNext = (piece: Uint8Array): boolean => {
    for (let at = 0; at < piece.length;) {
      const next = left.length === 0 ? waiting.next() : null;
      if (next?.done === true) return false;
      if (next !== null) left = next.value;
      const length = Math.min(left.length, piece.length - at);
      if (Buffer.compare(left.subarray(0, length), piece.subarray(at, at + length)) !== 0) {
        return false;
      }
      left = left.subarray(length);
      at += length;
    }
    return true;
  };
  try {
    let isSame = true;
    readPiecesNow(file, options, (piece) => {
      isSame &&= isNext(piece);
      return isSame;
    });
    return isSame && left.length === 0 && waiting.next().done === true;
  } catch {
    return false;
  }
}

/** {@link readTextNow} where nothing standing there is the usual case, which is cheaper to ask for than to fail by: then null. */
export function readTextIfThere(file: string, options: ReadOptions): string | null {
  const stats = lstatSync(file, { throwIfNoEntry: false });
  return stats === undefined ? null : readTextNow(file, options);
}

/** Opening a pipe that nobody writes to would otherwise wait for ever. Windows knows neither flag. */
function flagsOf({ follow = true }: ReadOptions): number {
  const { O_RDONLY, O_NONBLOCK = 0, O_NOFOLLOW = 0 } = constants;
  return O_RDONLY | O_NONBLOCK | (follow ? 0 : O_NOFOLLOW);
}

function refuse(stats: Stats, { most }: ReadOptions): void {
  if (!stats.isFile()) throw new UnreadableError('ENOTFILE', 'it is not a regular file');
  if (stats.size > most) throw tooLarge(stats.size, most);
}

/** Room for more: others may append while we read. */
function larger(bytes: Buffer<ArrayBuffer>, { most }: ReadOptions): Buffer<ArrayBuffer> {
  if (bytes.length > most) throw tooLarge(bytes.length, most);
  const room = Buffer.allocUnsafe(Math.min(bytes.length * 2, most + 1));
  bytes.copy(room);
  return room;
}

function tooLarge(bytes: number, most: number): UnreadableError {
  return new UnreadableError('EFBIG', `expected at most ${most} bytes, found ${bytes} or more`);
}
