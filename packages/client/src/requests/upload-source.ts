import { createReadStream } from 'node:fs';
import { open, readFile, stat } from 'node:fs/promises';

/** Bytes that are to be sent: of a Blob, or of a file. */
export interface UploadSource {
  /** Unit: bytes. */
  readonly size: number;
  /** The first bytes, at most 32. */
  readonly head: Uint8Array;
  /** All of it. @throws Error where it cannot be read, or has another size by now */
  bytes(): Promise<Uint8Array>;
  /** @throws Error where it cannot be read, or has another size by now */
  check(): Promise<void>;
  /** All of it, in pieces. */
  stream(): AsyncIterable<Uint8Array>;
}

/** Enough to tell the type of an image. Unit: bytes. */
const HEAD = 32;

export async function blobSource(blob: Blob): Promise<UploadSource> {
  return {
    size: blob.size,
    head: new Uint8Array(await blob.slice(0, HEAD).arrayBuffer()),
    bytes: async () => new Uint8Array(await blob.arrayBuffer()),
    check: async () => undefined,
    stream: () => blob.stream() as unknown as AsyncIterable<Uint8Array>,
  };
}

/**
 * A file by its path. Not `openAsBlob`: its Blob cannot be read any more once anyone sets the time of
 * the file, as a cache that several builds share does at each use, and half of a create has gone out then.
 *
 * @throws Error where there is no file that can be read
 */
export async function fileSource(path: string): Promise<UploadSource> {
  const handle = await open(path, 'r');
  try {
    const { size } = await handle.stat();
    const head = new Uint8Array(Math.min(HEAD, size));
    if (head.length > 0) await handle.read(head, 0, head.length, 0);
    const assertSame = (now: number): void => {
      if (now !== size) throw new Error(`it had ${size} bytes, and has ${now}`);
    };
    return {
      size,
      head,
      async bytes() {
        const bytes = await readFile(path);
        assertSame(bytes.length);
        return bytes;
      },
      async check() {
        assertSame((await stat(path)).size);
      },
      stream: () => createReadStream(path, { end: size - 1 }),
    };
  } finally {
    await handle.close();
  }
}
