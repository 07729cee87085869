import { createHash } from 'node:crypto';
import type { Files, MadeFile } from './files.ts';

/** Files of one process. Made ones beyond `limit` bytes are dropped, the longest unused first. */
export function memoryFiles(limit: number): Files {
  const uploads = new Map<string, Uint8Array>();
  const made = new Map<string, MadeFile>();
  let total = 0;
  const drop = (key: string): void => {
    total -= made.get(key)?.size ?? 0;
    made.delete(key);
  };
  return {
    async putUpload(bytes) {
      const digest = createHash('sha256').update(bytes).digest('hex');
      uploads.set(digest, bytes);
      return digest;
    },
    async upload(digest) {
      return uploads.get(digest);
    },
    async putMade(key, bytes, meta) {
      drop(key);
      const digest = createHash('sha256').update(bytes).digest('hex');
      const file: MadeFile = {
        ...meta,
        size: bytes.length,
        digest,
        bytes: async () => bytes,
        stream: (start, end) => streamOf(bytes.subarray(start, end + 1)),
      };
      made.set(key, file);
      total += file.size;
      for (const oldest of made.keys()) {
        if (total <= limit || oldest === key) break;
        drop(oldest);
      }
      return file;
    },
    async made(key) {
      const file = made.get(key);
      if (file === undefined) return undefined;
      made.delete(key);
      made.set(key, file);
      return file;
    },
  };
}

/** In parts, so that a slow reader holds no second copy. */
function streamOf(bytes: Uint8Array): ReadableStream<Uint8Array> {
  const part = 262_144;
  let at = 0;
  return new ReadableStream({
    pull(controller) {
      if (at < bytes.length) controller.enqueue(bytes.slice(at, at + part));
      at += part;
      if (at >= bytes.length) controller.close();
    },
  });
}
