import { createHash } from 'node:crypto';
import type { PostgresConnection } from '../remote/postgres-connection.ts';
import type { RememberingPlace } from './place-memory.ts';
import { readEpoch } from './place-memory.ts';
import { postgresSession } from './postgres-session.ts';
import type { PostgresSession } from './postgres-session.ts';
import type { Lease, LeaseTimes, SharedOperations } from './shared-operations.ts';
import { LEASE_TIMES, NOTE_MS } from './shared-operations.ts';

const TABLE = 'assetgen_operations';
/** The number of the line that is a note, and no part of the journal. */
const NOTE = -1;

const CREATE = `create table if not exists ${TABLE} (
  name text not null, number integer not null, line text not null,
  at timestamptz not null default now(), primary key (name, number))`;
const READ = `select line from ${TABLE} where name = $1 and number >= 0 order by number`;
const APPEND = `insert into ${TABLE} (name, number, line)
  select $1, coalesce(max(number) + 1, 0), $2 from ${TABLE} where name = $1 and number >= 0`;
const APPEND_AFTER = `insert into ${TABLE} (name, number, line)
  select $1, $2::integer, $3
  where (select count(*) from ${TABLE} where name = $1 and number >= 0) = $2::integer
  on conflict do nothing`;
const NOTE_DOWN = `insert into ${TABLE} (name, number, line) values ($1, ${NOTE}, $2)
  on conflict (name, number) do update set line = excluded.line, at = now()`;
const READ_NOTE = `select line from ${TABLE} where name = $1 and number = ${NOTE}
  and at > now() - interval '${NOTE_MS} milliseconds'`;

/** One row beside the operations, whose names are 64 hex digits. */
const READ_EPOCH = `select line from ${TABLE} where name = 'epoch' and number = 0`;
const BEGIN = `insert into ${TABLE} (name, number, line) values ('epoch', 0, $1)
  on conflict (name, number) do update set line = excluded.line
  where ${TABLE}.line::json->>'id' = $2`;
const READ_SETTINGS = `select pg_postmaster_start_time()::text as started,
  current_setting('synchronous_commit') as commit, current_setting('fsync') as fsync`;

/** What two machines may do at once, and one of them has to try again. */
const AGAIN = new Set(['23505', '42P07', 'XX000']);

interface PostgresLease extends Lease {
  readonly session: PostgresSession;
  readonly name: string;
}

/**
 * Operations in Postgres: a lease is an advisory lock of the session, which the server takes back
 * when the connection ends, or says nothing for as long as a lease lives. Lines are rows, and the
 * primary key lets one of several claims through, whatever became of the locks.
 */
export function postgresOperations(
  connection: PostgresConnection,
  times: LeaseTimes = LEASE_TIMES,
): SharedOperations & RememberingPlace {
  const session = postgresSession(connection, times, (opened) => again(() => opened.query(CREATE)));

  async function query(sql: string, values: readonly unknown[]): Promise<readonly string[]> {
    const { rows } = await (await session.open()).query(sql, values);
    return rows.map((row: { line: string }) => row.line);
  }

  return {
    async tryAcquire(name) {
      const at = await session.open();
      if (at.held.has(name)) return null;
      at.held.add(name);
      try {
        const sql = 'select pg_try_advisory_lock($1) as got';
        const { rows } = await at.query(sql, [lockOf(name)]);
        if ((rows[0] as { got: boolean } | undefined)?.got !== true) {
          at.held.delete(name);
          return null;
        }
      } catch (error) {
        at.held.delete(name);
        throw error;
      }
      const lease: PostgresLease = {
        session: at,
        name,
        fence: 0,
        async release() {
          if (!at.held.delete(name) || !at.lives) return;
          await at.query('select pg_advisory_unlock($1)', [lockOf(name)]).catch(() => undefined);
        },
      };
      return lease;
    },
    read: (name) => query(READ, [name]),
    async append(name, line) {
      await again(() => query(APPEND, [name, line]));
    },
    async appendAfter(name, count, line, lease) {
      const { session: at } = lease as PostgresLease;
      // In the session that holds the lock: with it, the right to decide is gone too.
      if (!at.lives || !at.held.has(name)) return false;
      const { rowCount } = await at.query(APPEND_AFTER, [name, count, line]);
      return rowCount === 1;
    },
    async note(name, text) {
      await query(NOTE_DOWN, [name, text]);
    },
    readNote: async (name) => (await query(READ_NOTE, [name]))[0] ?? null,
    async memory() {
      const at = await session.open();
      const [epoch, said] = await Promise.all([at.query(READ_EPOCH), at.query(READ_SETTINGS)]);
      const line = (epoch.rows[0] as { line: string } | undefined)?.line ?? null;
      const { started, commit, fsync } = said.rows[0] as Record<string, string>;
      const settings = `fsync ${fsync}, synchronous_commit ${commit}`;
      return {
        epoch: readEpoch(line),
        runId: started ?? null,
        isDurable: commit !== 'off',
        settings,
        problems: [
          ...(fsync === 'off' ? ['fsync is off: a crash of its machine loses the journal'] : []),
          ...(commit === 'off'
            ? ['synchronous_commit is off: a crash loses the last purchases']
            : []),
        ],
      };
    },
    async begin(epoch, instead) {
      await query(BEGIN, [JSON.stringify(epoch), instead ?? '']);
    },
    async close() {
      // The locks end with the session.
      await session.close();
      await connection.close();
    },
  };
}

/** A lock's number: 64 bits of the hash of its name, with a sign. */
function lockOf(name: string): string {
  return createHash('sha256').update(`assetgen:${name}`).digest().readBigInt64BE().toString();
}

async function again<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : '';
      if (tries === 5 || !AGAIN.has(code)) throw error;
    }
  }
}
