import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { ifExists, writeAtomic } from './atomic-file.ts';
import type { FileMeta, Files, MadeFile } from './files.ts';

interface StoredMeta extends FileMeta {
  readonly size: number;
  readonly digest: string;
}

/** Files in a data folder. A made file counts once its description stands beside it. */
export function folderFiles(folder: string): Files {
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
      return openMade(file, stored);
    },
    async made(key) {
      const file = madeFile(key);
      const text = await ifExists(readFile(`${file}.json`, 'utf8'));
      const meta = text === undefined ? undefined : parseMeta(text);
      if (meta === undefined) return undefined;
      // Shorter than described: the machine stopped before the bytes were on the disk.
      const { size } = (await ifExists(stat(file))) ?? { size: -1 };
      return size === meta.size ? openMade(file, meta) : undefined;
    },
  };
}

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

function openMade(file: string, meta: StoredMeta): MadeFile {
  return {
    ...meta,
    bytes: () => readFile(file),
    stream: (start, end) =>
      meta.size === 0
        ? new ReadableStream({ start: (controller) => controller.close() })
        : (Readable.toWeb(createReadStream(file, { start, end })) as ReadableStream<Uint8Array>),
  };
}
