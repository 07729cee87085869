import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { ifExists, writeAtomic } from './write-atomic.ts';
import { dropOldest } from './drop-oldest.ts';
import type { FileMeta, Files, MadeFile } from './files.ts';

/** What is kept beside the bytes of a made file. */
interface StoredMeta extends FileMeta {
  readonly size: number;
  readonly digest: string;
}

/**
 * Files in a data folder. A made file counts once its description stands beside it. When about
 * `limit` bytes of made files are there, the oldest go: they can be made again.
 */
export function folderFiles(folder: string, limit: number): Files {
  let unswept = limit;
  let sweeping: Promise<void> | undefined;

  /** Looks at the whole folder now and then: with the first file, and each eighth of the limit. */
  function sweep(bytes: number): void {
    unswept += bytes;
    if (unswept < limit / 8 || sweeping !== undefined) return;
    unswept = 0;
    sweeping = dropOldest(join(folder, 'made'), limit)
      .catch(() => undefined)
      .finally(() => {
        sweeping = undefined;
        // What came in during the sweep may already be worth another.
        sweep(0);
      });
  }

  const uploadFile = (digest: string): string => join(folder, 'uploads', digest);
  const madeFile = (key: string): string => join(folder, 'made', key.slice(0, 2), key);
  return {
    async putUpload(bytes) {
      const digest = createHash('sha256').update(bytes).digest('hex');
      const file = uploadFile(digest);
      const known = await ifExists(stat(file));
      // On the disk before the charge that needs it.
      if (known?.size !== bytes.length) await writeAtomic(file, bytes, { durable: true });
      return digest;
    },
    upload: (digest) => ifExists(readFile(uploadFile(digest))),
    async putMade(key, bytes, meta) {
      const file = madeFile(key);
      const digest = createHash('sha256').update(bytes).digest('hex');
      const stored: StoredMeta = { ...meta, size: bytes.length, digest };
      await writeAtomic(file, bytes);
      await writeAtomic(`${file}.json`, JSON.stringify(stored));
      sweep(bytes.length);
      return { ...stored, ...read(file, stored.size) };
    },
    async made(key) {
      const file = madeFile(key);
      const text = await ifExists(readFile(`${file}.json`, 'utf8'));
      const meta = text === undefined ? undefined : parseMeta(text);
      if (meta === undefined) return undefined;
      // Shorter than described: the machine stopped before the bytes were on the disk.
      const { size } = (await ifExists(stat(file))) ?? { size: -1 };
      return size === meta.size ? { ...meta, ...read(file, size) } : undefined;
    },
  };
}

function read(file: string, size: number): Pick<MadeFile, 'bytes' | 'stream'> {
  return {
    bytes: () => readFile(file),
    stream: (start, end) =>
      size === 0
        ? new ReadableStream({ start: (controller) => controller.close() })
        : (Readable.toWeb(createReadStream(file, { start, end })) as ReadableStream<Uint8Array>),
  };
}

/** Reads a description; undefined when it is torn. */
function parseMeta(text: string): StoredMeta | undefined {
  try {
    const value: unknown = JSON.parse(text);
    const whole =
      typeof value === 'object' &&
      value !== null &&
      'size' in value &&
      'digest' in value &&
      'contentType' in value;
    return whole ? (value as StoredMeta) : undefined;
  } catch {
    return undefined;
  }
}
