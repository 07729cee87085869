import { AssetgenError } from '@assetgen/client';
import type { Keyv } from 'keyv';

/** Small texts under keys: all that the state needs of a database. */
export interface TextStore {
  get(key: string): Promise<string | undefined>;
  /** Returns when the text can be read back. */
  set(key: string, text: string): Promise<void>;
  close(): Promise<void>;
}

/** What a package's default export takes; the adapters differ. */
type Adapter = new (...args: unknown[]) => object;

interface Peer {
  readonly name: string;
  open(Adapter: Adapter, url: string): object;
}

/** Errors are thrown: an unanswered `get` must never look like a key that is not there. */
const REDIS: Peer = {
  name: '@keyv/redis',
  open: (Adapter, url) => new Adapter(url, { throwOnErrors: true, throwOnConnectError: true }),
};
/**
 * One connection keeps the order of reads and writes. It is closed soon, since a pool ends the
 * process when the server goes away while a connection is idle.
 */
const POSTGRES: Peer = {
  name: '@keyv/postgres',
  open: (Adapter, uri) => new Adapter({ uri, max: 1, idleTimeoutMillis: 500 }),
};
const plain = (name: string): Peer => ({ name, open: (Adapter, url) => new Adapter(url) });

/** By the scheme of the URL, the package with the adapter; the user installs the one they need. */
const ADAPTERS: Readonly<Record<string, Peer>> = {
  redis: REDIS,
  rediss: REDIS,
  valkey: plain('@keyv/valkey'),
  postgres: POSTGRES,
  postgresql: POSTGRES,
  mysql: plain('@keyv/mysql'),
  sqlite: plain('@keyv/sqlite'),
  mongodb: plain('@keyv/mongo'),
};

/** An operation that takes longer has failed. Unit: milliseconds. */
const DEADLINE = 10_000;

/** `redis` of `redis://…`; undefined for a folder. A drive letter is no scheme. */
export function schemeOf(data: string): string | undefined {
  return /^([a-z][a-z0-9+.-]+):\/\//i.exec(data)?.[1]?.toLowerCase();
}

/** Opens the store of a Keyv URL. Throws ASSETGEN_SERVICE_STATE where its adapter is missing. */
export async function openTextStore(url: string): Promise<TextStore> {
  const scheme = schemeOf(url) ?? '';
  const peer = ADAPTERS[scheme];
  if (peer === undefined) {
    throw stateError(
      `There is no Keyv adapter for ${scheme}://.`,
      `Name a folder, or a URL of ${Object.keys(ADAPTERS).join(', ')}.`,
    );
  }
  const { name } = peer;
  const module = await import(name).catch((error: unknown) => {
    throw stateError(`${scheme}:// needs ${name}.`, `Install it: npm install ${name}`, error);
  });
  return openKeyv(peer.open((module as { default: Adapter }).default, url));
}

/** Keyv over a storage adapter, as a text store. */
export async function openKeyv(store: object): Promise<TextStore> {
  const { Keyv } = await import('keyv');
  return keyvStore(new Keyv({ store, namespace: 'assetgen-service', throwOnErrors: true }));
}

/**
 * Keyv as a text store. Some adapters report a write that a full server dropped as done: so what
 * was written is read back.
 */
export function keyvStore(keyv: Keyv): TextStore {
  // Adapters also emit what they throw; unheard, an `error` event ends the process.
  keyv.on('error', () => {});
  return {
    get: (key) => inTime(keyv.get<string>(key)),
    async set(key, text) {
      await inTime(keyv.set(key, text));
      if ((await inTime(keyv.get<string>(key))) !== text) {
        throw stateError(
          'The database did not keep what was written.',
          'See whether it is full or evicts keys.',
        );
      }
    },
    close: () => inTime(keyv.disconnect()),
  };
}

async function inTime<T>(operation: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    const message = `The database did not answer within ${DEADLINE / 1000} s.`;
    timer = setTimeout(
      () => reject(stateError(message, 'See whether it can be reached.')),
      DEADLINE,
    );
  });
  try {
    return await Promise.race([operation, late]);
  } finally {
    clearTimeout(timer);
  }
}

function stateError(message: string, hint: string, cause?: unknown): AssetgenError {
  return new AssetgenError('ASSETGEN_SERVICE_STATE', message, { hint, cause });
}
