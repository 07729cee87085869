import { once } from 'node:events';
import type * as PgModule from 'pg';
import type { Client, Pool } from 'pg';
import { checkTlsFiles } from './check-tls-files.ts';
import { loadPeer } from './load-peer.ts';
import type * as KeyvPostgresModule from '@keyv/postgres';
import type { Clock } from '../../ports.ts';
import type { RemoteTimes } from './remote-times.ts';
import { withDeadline } from './remote-times.ts';

export interface PostgresConnection {
  /** A few connections, made when they are needed. */
  pool(): Promise<Pool>;
  /** A session of its own, connected: for locks that live as long as it does. Whoever takes it ends it. */
  session(): Promise<Client>;
  /** Loads its packages without connecting. */
  load(): Promise<void>;
  /** A Keyv adapter over the pool; its table is made with the first use. */
  adapter(): Promise<KeyvPostgresModule.default>;
  /** Forgets the adapter: the next one looks for its table again. */
  reset(): void;
  /** Ends the pool, and waits until sessions have ended: but not for a server that says nothing. */
  close(): Promise<void>;
}

/** Our table; Keyv's own default is any Keyv's. */
const TABLE = 'assetgen_cache';
/** Connections of one machine: a server has a hundred for all. */
const MOST = 4;
/** Of these, what blobs may take: whoever asks for an entry waits for none of them. */
export const POSTGRES_BLOB_QUERIES: number = MOST - 1;
/** How long the server may take to answer a goodbye. Unit: milliseconds. */
const CLOSE_MS = 1_000;

/** Connections to Postgres, opened with the first use, with limits on every wait. */
export function openPostgres(
  url: string,
  label: string,
  times: Pick<RemoteTimes, 'connectMs' | 'indexMs'>,
  clock: Pick<Clock, 'sleep'>,
): PostgresConnection {
  /** Those of the pool, and sessions: each that is connected. */
  const clients = new Set<Client>();
  let opened: Promise<Pool> | null = null;
  let adapting: Promise<KeyvPostgresModule.default> | null = null;
  const connecting = { connectionTimeoutMillis: times.connectMs };
  const options = {
    connectionString: url,
    query_timeout: times.indexMs,
    application_name: 'assetgen',
  };

  const loadAdapter = (): Promise<typeof KeyvPostgresModule> =>
    loadPeer(['@keyv/postgres', 'pg'], label, () => import('@keyv/postgres'));

  async function load(): Promise<typeof PgModule> {
    await checkTlsFiles(url, label);
    const { default: pg } = await loadPeer(['@keyv/postgres', 'pg'], label, () => import('pg'));
    return pg as unknown as typeof PgModule;
  }

  async function open(): Promise<Pool> {
    const pg = await load();
    /** It is told here how long to connect: a pool would have nobody wait for a free one for longer either. */
    class PooledClient extends pg.Client {
      constructor(given?: PgModule.ClientConfig) {
        super({ ...given, ...connecting });
      }
    }
    const pool = new pg.Pool({
      ...options,
      Client: PooledClient,
      max: MOST,
      idleTimeoutMillis: times.indexMs,
      // A connection that idles keeps no process alive.
      allowExitOnIdle: true,
    });
    // Of connections that break while nobody uses them.
    pool.on('error', () => undefined);
    pool.on('connect', (client) => keep(client as Client));
    return pool;
  }

  function keep(client: Client): void {
    clients.add(client);
    client.once('end', () => clients.delete(client));
  }

  const pool = (): Promise<Pool> => (opened ??= open());

  async function adapt(): Promise<KeyvPostgresModule.default> {
    const [{ default: KeyvPostgres }, shared] = await Promise.all([loadAdapter(), pool()]);
    // The adapter's own pool is one for the whole process, whoever asks for it and with what options.
    class PooledPostgres extends KeyvPostgres {
      override async connect() {
        return async (sql: string, values?: unknown): Promise<never[]> =>
          (await shared.query(sql, values as unknown[])).rows as never[];
      }
    }
    const adapter = new PooledPostgres({ uri: '', table: TABLE });
    // The table could not be made: it may stand already, for a user who may only read.
    adapter.on('error', () => undefined);
    return adapter;
  }

  return {
    pool,
    async load() {
      await Promise.all([load(), loadAdapter()]);
    },
    async session() {
      const pg = await load();
      const client = new pg.Client({ ...options, ...connecting });
      client.on('error', () => undefined);
      await client.connect();
      keep(client);
      return client;
    },
    adapter: () =>
      (adapting ??= adapt().catch((error: unknown) => {
        adapting = null;
        throw error;
      })),
    reset() {
      adapting = null;
    },
    async close() {
      const pool = await opened?.catch(() => null);
      opened = null;
      adapting = null;
      const goodbye = async (): Promise<void> => {
        const ends = [...clients].map((client) => once(client, 'end'));
        await Promise.all([pool?.end(), ...ends]);
      };
      await withDeadline(clock, CLOSE_MS, 'closing', goodbye).catch(() => undefined);
      for (const { connection } of clients) connection.stream.destroy();
    },
  };
}
