import type { KeyvStoreAdapter } from 'keyv';
import type { Digest } from '../../brands.ts';
import type { StoredBlob } from '../../ports.ts';
import { lazyQueue } from '../../lazy-queue.ts';
import { hexOf } from '../cas/digest.ts';
import type { Tier, TierBlobs, TierIndex } from './tier.ts';
import { CorruptError } from './tier.ts';

/** What the engine below Keyv gives. */
export interface KeyvConnection {
  adapter(): Promise<KeyvStoreAdapter>;
  /** Loads its package without connecting. */
  load(): Promise<void>;
  reset(): void;
  close(): Promise<void>;
}

/** Bytes of a blob in one value: as base64 a text of 256 KiB. */
const CHUNK = 196_608;

/** Texts by key, as a tier's index and chunks see an engine. */
interface Texts {
  get(key: string): Promise<string | undefined>;
  set(key: string, text: string): Promise<void>;
}

/**
 * A tier in a database, through its Keyv adapter. Every value is a text: Keyv makes of a Buffer a
 * text that is a third longer, and gives a `Uint8Array` back as a plain object.
 * @param mostForBlobs queries for blobs that are under way at once. @default no limit
 */
export function createKeyvTier(
  connection: KeyvConnection,
  blobs: boolean,
  mostForBlobs: number = Infinity,
): Tier {
  const texts: Texts = {
    async get(key) {
      const value: unknown = await (await open()).get(key);
      if (value === undefined || typeof value === 'string') return value;
      throw new TypeError('expected a text, found another value');
    },
    async set(key, text) {
      if (typeof text !== 'string') throw new TypeError('only texts are kept');
      await (await open()).set(key, text);
    },
  };

  let opened: { readonly store: KeyvStoreAdapter; readonly keyv: Promise<Texts> } | null = null;
  async function open(): Promise<Texts> {
    const store = await connection.adapter();
    if (opened?.store !== store) {
      const keyv = import('keyv').then(({ default: Keyv }): Texts => {
        const made = new Keyv<string>({ store, namespace: 'assetgen', throwOnErrors: true });
        made.on('error', () => undefined);
        return {
          get: (key) => made.get(key),
          async set(key, text) {
            // A store that is full says false, or nothing at all: what counts is read back later.
            if (!(await made.set(key, text))) throw new Error('it did not keep what was written');
          },
        };
      });
      opened = { store, keyv };
    }
    return opened.keyv;
  }

  return {
    index: indexOf(texts),
    blobs: blobs ? chunksOf(mostForBlobs === Infinity ? texts : inTurn(texts, mostForBlobs)) : null,
    prepare: () => connection.load(),
    reset: () => connection.reset(),
    close: () => connection.close(),
  };
}

/** At most so many questions at once; the others wait. */
function inTurn(texts: Texts, most: number): Texts {
  const queue = lazyQueue(most);
  return {
    get: (key) => queue.add(() => texts.get(key)),
    set: (key, text) => queue.add(() => texts.set(key, text)),
  };
}

function indexOf(texts: Texts): TierIndex {
  return {
    get: async (key) => (await texts.get(`ac:${key}`)) ?? null,
    set: (key, { text }) => texts.set(`ac:${key}`, text),
  };
}

/** Blobs in chunks of base64. The head, with the number of bytes, is written last. */
function chunksOf(texts: Texts): TierBlobs {
  const name = ({ digest }: Pick<StoredBlob, 'digest'>): string => `cas:${hexOf(digest)}`;
  async function bytesOf(blob: Pick<StoredBlob, 'digest'>): Promise<number | null> {
    const head = await texts.get(name(blob));
    return head !== undefined && /^\d+$/.test(head) ? Number(head) : null;
  }
  async function* body(
    digest: Digest,
    bytes: number,
    signal: AbortSignal,
  ): AsyncGenerator<Uint8Array> {
    for (let index = 0; index * CHUNK < bytes; index += 1) {
      signal.throwIfAborted();
      const text = await texts.get(`${name({ digest })}:${index}`);
      if (text === undefined) throw new Error('a part of the blob is missing');
      yield Buffer.from(text, 'base64');
    }
  }
  return {
    async get(digest, signal) {
      const bytes = await bytesOf({ digest });
      if (bytes === null) return null;
      return { bytes, body: body(digest, bytes, signal), cancel: () => undefined };
    },
    async getSmall(digest, most, signal) {
      const bytes = await bytesOf({ digest });
      if (bytes === null) return null;
      if (bytes > most) throw new CorruptError(`it has ${bytes} bytes, expected ${most}`);
      const pieces: Uint8Array[] = [];
      for await (const piece of body(digest, bytes, signal)) pieces.push(piece);
      return pieces;
    },
    has: async (blob) => (await bytesOf(blob)) === blob.bytes,
    async put(blob, open, signal) {
      let index = 0;
      for await (const chunk of inChunks(open())) {
        signal.throwIfAborted();
        await texts.set(`${name(blob)}:${index}`, chunk.toString('base64'));
        index += 1;
      }
      await texts.set(name(blob), String(blob.bytes));
    },
  };
}

async function* inChunks(source: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let rest = Buffer.alloc(0);
  for await (const piece of source) {
    rest = rest.length === 0 ? Buffer.from(piece) : Buffer.concat([rest, piece]);
    for (; rest.length >= CHUNK; rest = rest.subarray(CHUNK)) yield rest.subarray(0, CHUNK);
  }
  if (rest.length > 0) yield rest;
}
