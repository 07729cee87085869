import { createHash } from 'node:crypto';
import type { Files } from './files.ts';
import { openMade, parseMeta, type StoredMeta } from './made-meta.ts';
import type { TextStore } from './text-store.ts';

/** Bytes of one key: databases take small values better. A multiple of 3, for whole base64. */
const PART = 786_432;

/** Files in a text store, as base64 in parts. */
export function storedFiles(store: TextStore): Files {
  async function put(name: string, bytes: Uint8Array): Promise<void> {
    for (let part = 0; part * PART < bytes.length; part++) {
      const slice = bytes.subarray(part * PART, (part + 1) * PART);
      await store.set(`${name}/${part}`, Buffer.from(slice).toString('base64'));
    }
  }

  async function part(name: string, number: number): Promise<Uint8Array | undefined> {
    const text = await store.get(`${name}/${number}`);
    return text === undefined ? undefined : Buffer.from(text, 'base64');
  }

  async function get(name: string, size: number): Promise<Uint8Array | undefined> {
    const parts: Uint8Array[] = [];
    for (let number = 0; number * PART < size; number++) {
      const bytes = await part(name, number);
      if (bytes === undefined) return undefined;
      parts.push(bytes);
    }
    return Buffer.concat(parts);
  }

  const madeOf = (name: string, meta: StoredMeta): ReturnType<typeof openMade> =>
    openMade(meta, {
      async bytes() {
        const bytes = await get(name, meta.size);
        if (bytes === undefined) throw new Error('A part of a made file is gone.');
        return bytes;
      },
      stream: (start, end) => streamParts((number) => part(name, number), start, end),
    });

  return {
    async putUpload(bytes) {
      const digest = createHash('sha256').update(bytes).digest('hex');
      const name = `upload/${digest}`;
      if ((await store.get(name)) === undefined) {
        await put(name, bytes);
        await store.set(name, String(bytes.length));
      }
      return digest;
    },
    async upload(digest) {
      const size = await store.get(`upload/${digest}`);
      return size === undefined ? undefined : get(`upload/${digest}`, Number(size));
    },
    async putMade(key, bytes, meta) {
      const digest = createHash('sha256').update(bytes).digest('hex');
      const stored: StoredMeta = { ...meta, size: bytes.length, digest };
      await put(`made/${key}`, bytes);
      await store.set(`made/${key}`, JSON.stringify(stored));
      return madeOf(`made/${key}`, stored);
    },
    async made(key) {
      const text = await store.get(`made/${key}`);
      const meta = text === undefined ? undefined : parseMeta(text);
      return meta && madeOf(`made/${key}`, meta);
    },
  };
}

function streamParts(
  part: (number: number) => Promise<Uint8Array | undefined>,
  start: number,
  end: number,
): ReadableStream<Uint8Array> {
  let at = start;
  return new ReadableStream({
    async pull(controller) {
      if (at > end) return controller.close();
      const number = Math.floor(at / PART);
      const bytes = await part(number);
      if (bytes === undefined) throw new Error('A part of a made file is gone.');
      const first = number * PART;
      controller.enqueue(bytes.subarray(at - first, Math.min(bytes.length, end + 1 - first)));
      at = first + PART;
    },
  });
}
