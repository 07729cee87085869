import type * as KeyvRedisModule from '@keyv/redis';
import type { Clock } from '../../ports.ts';
import { loadPeer } from './load-peer.ts';
import { withDeadline } from './remote-times.ts';

/** A client of Redis or Valkey, as far as we use it. */
export type RedisClient = KeyvRedisModule.RedisClientType;

export interface RedisConnection {
  /** The client, connected; it connects again after a break. Rejects when that takes too long. */
  client(): Promise<RedisClient>;
  /** Loads the package without connecting. */
  load(): Promise<void>;
  /** A Keyv adapter over the same client. */
  adapter(): Promise<KeyvRedisModule.default<string>>;
  /** Drops the socket, so that a command which hangs holds nothing; the next call connects anew. */
  reset(): void;
  close(): Promise<void>;
}

/**
 * A connection to Redis or Valkey, opened with its first use. The usual options of the client wait
 * for a dead server for ever, and keep commands for a server that may come back: neither here.
 * @param connectMs unit: milliseconds
 */
export function openRedis(
  url: string,
  label: string,
  connectMs: number,
  clock: Pick<Clock, 'sleep'>,
): RedisConnection {
  const address = url.replace(/^valkey(s?):/, (_all, s: string) => `redis${s}${s}:`);
  let loaded: Promise<typeof KeyvRedisModule> | null = null;
  let client: RedisClient | null = null;
  let connecting: Promise<RedisClient> | null = null;
  let adapter: KeyvRedisModule.default<string> | null = null;

  const load = (): Promise<typeof KeyvRedisModule> =>
    (loaded ??= loadPeer(['@keyv/redis'], label, () => import('@keyv/redis')));

  async function connect(): Promise<RedisClient> {
    const { createClient } = await load();
    const made = createClient({
      url: address,
      socket: { connectTimeout: connectMs, reconnectStrategy: false },
      disableOfflineQueue: true,
    }) as RedisClient;
    // Told to whoever waits for a command; without a listener it would end the process.
    made.on('error', () => undefined);
    try {
      // The client's own limit ends with the socket's handshake; a server may hang behind it.
      await withDeadline(clock, connectMs, 'the connection', () => made.connect());
    } catch (error) {
      destroy(made);
      throw error;
    }
    client = made;
    adapter = null;
    return made;
  }

  const ready = (): Promise<RedisClient> => {
    if (client?.isReady === true) return Promise.resolve(client);
    connecting ??= connect().finally(() => {
      connecting = null;
    });
    return connecting;
  };

  return {
    client: ready,
    async load() {
      await load();
    },
    async adapter() {
      const [{ default: KeyvRedis }, connected] = await Promise.all([load(), ready()]);
      adapter ??= new KeyvRedis<string>(connected, { throwOnErrors: true });
      return adapter;
    },
    reset() {
      if (client !== null) destroy(client);
      client = null;
      adapter = null;
    },
    async close() {
      await connecting?.catch(() => undefined);
      if (client?.isOpen === true) await closeQuietly(client, clock);
      client = null;
      adapter = null;
    },
  };
}

async function closeQuietly(client: RedisClient, clock: Pick<Clock, 'sleep'>): Promise<void> {
  await withDeadline(clock, 1_000, 'closing', () => client.close()).catch(() => destroy(client));
}

function destroy(client: RedisClient): void {
  if (client.isOpen) client.destroy();
}
