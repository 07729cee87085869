import type { Client, QueryResult } from 'pg';
import type { PostgresConnection } from '../remote/postgres-connection.ts';
import type { LeaseTimes } from './shared-operations.ts';

export interface PostgresSession {
  readonly client: Client;
  /** False from the moment it broke: its locks are gone with it. */
  lives: boolean;
  /** Taken by this process: Postgres would give a session its own lock twice. */
  readonly held: Set<string>;
  /** One question after the other. */
  query(sql: string, values?: readonly unknown[]): Promise<QueryResult>;
}

/** One session, opened when it is first asked for, and again after it broke. */
export interface KeptSession {
  open(): Promise<PostgresSession>;
  /** Says goodbye to the one that is open; its locks end with it. The connection's `close` waits for that. */
  close(): Promise<void>;
}

/** @param prepare the first questions of a session, before anybody else's */
export function postgresSession(
  connection: PostgresConnection,
  times: LeaseTimes,
  prepare: (session: PostgresSession) => Promise<unknown>,
): KeptSession {
  let opening: Promise<PostgresSession> | null = null;

  async function open(): Promise<PostgresSession> {
    const asked = (opening ??= openSession(connection, times, prepare));
    /** Only what failed or broke is forgotten: of several that see it, one opens the next. */
    const forget = (): void => {
      if (opening === asked) opening = null;
    };
    const known = await asked.catch((error: unknown) => {
      forget();
      throw error;
    });
    if (known.lives) return known;
    forget();
    return open();
  }

  return {
    open,
    async close() {
      const known = await opening?.catch(() => null);
      opening = null;
      known?.client.end().catch(() => undefined);
    },
  };
}

async function openSession(
  connection: PostgresConnection,
  times: LeaseTimes,
  prepare: (session: PostgresSession) => Promise<unknown>,
): Promise<PostgresSession> {
  const client = await connection.session();
  let last: Promise<unknown> = Promise.resolve();
  const session: PostgresSession = {
    client,
    lives: true,
    held: new Set(),
    query(sql, values = []) {
      const asked = last.then(() => client.query(sql, [...values]));
      last = asked.catch(() => undefined);
      return asked;
    },
  };
  const end = (): void => {
    session.lives = false;
  };
  client.on('end', end);
  client.on('error', end);
  try {
    // Servers before 14 do not know it: there a stopped holder keeps its lock until TCP gives up.
    await session.query(`set idle_session_timeout = ${times.leaseMs}`).catch(() => undefined);
    await prepare(session);
  } catch (error) {
    client.end().catch(() => undefined);
    throw error;
  }
  const beat = setInterval(() => {
    if (!session.lives) clearInterval(beat);
    else session.query('select 1').catch(() => undefined);
  }, times.beatMs);
  beat.unref();
  return session;
}
