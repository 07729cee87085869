import { constants, closeSync, fstatSync, openSync, readSync } from 'node:fs';
import type { Stats } from 'node:fs';
import { open } from 'node:fs/promises';

/** Why a file was not read. Has a code as errors of Node have. */
export class UnreadableError extends Error {
  override readonly name: string = 'UnreadableError';
  readonly code: 'ENOTFILE' | 'EFBIG';
  constructor(code: 'ENOTFILE' | 'EFBIG', message: string) {
    super(message);
    this.code = code;
  }
}

// A pipe without a writer would otherwise keep whoever opens it for ever.
const FLAGS = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);
const PIECE = 1_048_576;

/**
 * Reads a plain file that is not too large. A device, a pipe or a folder is refused before a byte of
 * it is read, and a file that grows meanwhile ends at the limit: nothing here can go on for ever.
 *
 * @param most Unit: bytes
 * @throws {UnreadableError} `ENOTFILE`, `EFBIG`; errors of Node such as `ENOENT`
 */
export async function readBytes(file: string, most: number, signal?: AbortSignal): Promise<Buffer> {
  const handle = await open(file, FLAGS);
  try {
    refuse(await handle.stat(), most);
    const pieces: Buffer[] = [];
    for (let bytes = 0; ;) {
      signal?.throwIfAborted();
      const piece = Buffer.allocUnsafe(Math.min(PIECE, most - bytes + 1));
      const { bytesRead } = await handle.read(piece, 0, piece.length, null);
      if (bytesRead === 0) return Buffer.concat(pieces);
      bytes += bytesRead;
      if (bytes > most) throw tooLarge(bytes, most);
      pieces.push(piece.subarray(0, bytesRead));
    }
  } finally {
    await handle.close();
  }
}

/** The same as UTF-8. */
export async function readText(file: string, most: number, signal?: AbortSignal): Promise<string> {
  return (await readBytes(file, most, signal)).toString('utf8');
}

/** The same at once. */
export function readTextNow(file: string, most: number): string {
  const descriptor = openSync(file, FLAGS);
  try {
    const stats = fstatSync(descriptor);
    refuse(stats, most);
    // One buffer for all of it: a large lock must not stand in memory twice.
    const bytes = Buffer.allocUnsafe(stats.size + 1);
    let at = 0;
    for (;;) {
      const read = readSync(descriptor, bytes, at, bytes.length - at, null);
      at += read;
      if (read === 0) return bytes.toString('utf8', 0, at);
      if (at === bytes.length) throw tooLarge(at, stats.size);
    }
  } finally {
    closeSync(descriptor);
  }
}

function refuse(stats: Stats, most: number): void {
  if (!stats.isFile()) {
    throw new UnreadableError('ENOTFILE', 'it is no plain file');
  }
  if (stats.size > most) throw tooLarge(stats.size, most);
}

function tooLarge(bytes: number, most: number): UnreadableError {
  return new UnreadableError('EFBIG', `it has ${bytes} bytes or more, expected at most ${most}`);
}
