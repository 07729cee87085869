import { closeSync, fstatSync, openSync, readFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { whenFilesAreFree } from './open-patiently.ts';

/** Smaller files are held in memory. Unit: bytes. */
const SMALL_BYTES = 1_048_576;

/** A file to look into here and there. */
export interface OpenFile {
  /** Unit: bytes. */
  readonly size: number;
  /** Less than asked for where the file ends before. Unit: bytes. */
  read(position: number, length: number): Promise<Buffer>;
  close(): Promise<void>;
}

/**
 * Opens a file that was just written. A small one is read at once: each turn through the thread pool takes
 * longer than that.
 */
export async function openFile(file: string): Promise<OpenFile> {
  const descriptor = await whenFilesAreFree(async () => openSync(file, 'r'));
  try {
    const { size } = fstatSync(descriptor);
    if (size <= SMALL_BYTES) return inMemory(readFileSync(descriptor));
  } finally {
    closeSync(descriptor);
  }
  return onDisk(file);
}

function inMemory(bytes: Buffer): OpenFile {
  return {
    size: bytes.length,
    read: async (position, length) => bytes.subarray(position, position + length),
    close: () => Promise.resolve(),
  };
}

async function onDisk(file: string): Promise<OpenFile> {
  const handle = await open(file, 'r');
  const { size } = await handle.stat();
  return {
    size,
    async read(position, length) {
      const buffer = Buffer.alloc(length);
      const { bytesRead } = await handle.read(buffer, 0, length, position);
      return buffer.subarray(0, bytesRead);
    },
    close: () => handle.close(),
  };
}
