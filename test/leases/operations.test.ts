import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { LeaseTimes } from '../../packages/core/src/store/leases/shared-operations.ts';
import type { TeamOperations } from './open-operations.ts';
import { openOperations } from './open-operations.ts';
import { hasPostgres, startPostgres } from '../support/postgres-server.ts';
import { hasRedis, startRedis } from '../support/redis-server.ts';
import { startS3 } from '../support/s3-server.ts';

const CHILD = fileURLToPath(new URL('holder.mjs', import.meta.url));
/** Where nothing shall lapse: no machine stops for as long. */
const LASTING = { leaseMs: 240_000, beatMs: 1_000 };
/** Where a lease shall lapse. One that is held outlives a machine that stops for two seconds. */
const SHORT = { leaseMs: 3_000, beatMs: 250 };
/** Where a lease shall outlive its time, and a machine that stops for five seconds. */
const RENEWED = { leaseMs: 6_000, beatMs: 250 };

const engines = [
  ['Redis', hasRedis, () => startRedis()],
  ['Postgres', hasPostgres, () => startPostgres()],
  ['S3', true, () => startS3()],
] as const;

describe.each(engines)('operations in %s', (_engine, isHere, start) => {
  if (!isHere) {
    test.skip('needs the server', () => undefined);
    return;
  }
  let server: Awaited<ReturnType<typeof start>>;
  let env: Readonly<Record<string, string>>;
  beforeAll(async () => {
    server = await start();
    env = 'env' in server ? server.env : {};
  });
  afterAll(() => server.stop());

  const opened: TeamOperations[] = [];
  const children: ChildProcess[] = [];
  afterEach(async () => {
    for (const child of children.splice(0)) child.kill('SIGKILL');
    for (const operations of opened.splice(0)) await operations.close();
  });
  const open = (times: LeaseTimes = LASTING): TeamOperations => {
    const operations = openOperations(server.url, times, env);
    opened.push(operations);
    return operations;
  };
  const newName = (): string => randomBytes(32).toString('hex');

  /** A process that holds the lease. */
  async function holder(name: string, times: LeaseTimes): Promise<ChildProcess> {
    const child = spawn(process.execPath, [CHILD, server.url, name, JSON.stringify(times)], {
      stdio: ['pipe', 'pipe', 'inherit'],
      env: { ...process.env, ...env },
    });
    children.push(child);
    const ended = once(child, 'exit').then(([code]) => `ended with ${code}`);
    const said = once(createInterface(child.stdout!), 'line').then(([line]) => String(line));
    expect(await Promise.race([said, ended])).toBe('held');
    return child;
  }

  async function acquired(operations: TeamOperations, name: string): Promise<boolean> {
    const lease = await operations.tryAcquire(name);
    await lease?.release();
    return lease !== null;
  }

  test('one holds a lease at a time, across connections and within one', async () => {
    const [a, b, name] = [open(), open(), newName()];
    const lease = await a.tryAcquire(name);
    expect(lease).not.toBeNull();
    expect(await a.tryAcquire(name)).toBeNull();
    expect(await b.tryAcquire(name)).toBeNull();
    expect(await acquired(b, newName())).toBe(true);
    await lease?.release();
    await lease?.release();
    expect(await acquired(b, name)).toBe(true);
    // What was released twice took nothing from who came later.
    expect(await acquired(a, name)).toBe(true);
  });

  test('keeps lines in their order, and a note that replaces the one before', async () => {
    const [a, b, name] = [open(), open(), newName()];
    expect(await a.read(name)).toEqual([]);
    expect(await a.readNote(name)).toBeNull();
    await a.append(name, 'one');
    await b.append(name, '{"two":"ä\\n"}');
    await a.note(name, '10');
    await b.note(name, '20');
    expect(await b.read(name)).toEqual(['one', '{"two":"ä\\n"}']);
    expect(await a.readNote(name)).toBe('20');
  });

  test('of forty that claim at once, one does', async () => {
    const name = newName();
    const all = [open(), open(), open(), open()];
    const lease = await all[0]!.tryAcquire(name);
    const claims = await Promise.all(
      Array.from({ length: 40 }, async (_each, index) => {
        const operations = all[index % 4]!;
        // Those without the lease may not even try; those with it, once.
        const own = index % 4 === 0 ? lease : await operations.tryAcquire(name);
        return own === null ? false : operations.appendAfter(name, 0, `claim ${index}`, own);
      }),
    );
    expect(claims.filter(Boolean)).toHaveLength(1);
    expect(await all[1]!.read(name)).toHaveLength(1);
  });

  test('a claim counts the lines that stand', async () => {
    const [a, name] = [open(), newName()];
    const lease = (await a.tryAcquire(name))!;
    await open().append(name, 'from elsewhere');
    expect(await a.appendAfter(name, 0, 'late', lease)).toBe(false);
    expect(await a.appendAfter(name, 1, 'knowing', lease)).toBe(true);
    expect(await a.read(name)).toEqual(['from elsewhere', 'knowing']);
  });

  test('lives longer than its time, as long as its holder does', async () => {
    const name = newName();
    await holder(name, RENEWED);
    const other = open(RENEWED);
    const until = Date.now() + 1.3 * RENEWED.leaseMs;
    while (Date.now() < until) {
      expect(await acquired(other, name)).toBe(false);
      await delay(200);
    }
  });

  test('a holder that is killed loses it', async () => {
    const name = newName();
    const child = await holder(name, SHORT);
    child.kill('SIGKILL');
    const other = open(SHORT);
    await expect.poll(() => acquired(other, name), { timeout: 60_000 }).toBe(true);
  });

  test('a holder that was stopped for longer loses it, and can claim nothing any more', async () => {
    const name = newName();
    const child = await holder(name, SHORT);
    child.kill('SIGSTOP');
    const other = open(SHORT);
    let lease = await other.tryAcquire(name);
    await expect
      .poll(async () => (lease ??= await other.tryAcquire(name)), { timeout: 60_000 })
      .not.toBeNull();
    child.kill('SIGCONT');
    child.stdin!.write('claim\n');
    const [answer] = (await once(createInterface(child.stdout!), 'line')) as [string];
    expect(answer).toBe('false');
    expect(await other.read(name)).toEqual([]);
    expect(await other.appendAfter(name, 0, 'mine', lease!)).toBe(true);
  });

  test('keeps one epoch, whoever begins; with what it held it forgets that too', async () => {
    const [a, b] = [open(), open()];
    await a.memory();
    await server.forget();
    const epoch = (id: string) => ({ id, runId: 'run', settings: 'so' });
    expect((await a.memory()).epoch).toBeNull();
    await Promise.all([a.begin(epoch('a'), null), b.begin(epoch('b'), null)]);
    const { epoch: first, ...rest } = await a.memory();
    expect(['a', 'b']).toContain(first?.id);
    expect(await b.memory()).toEqual({ ...rest, epoch: first });
    await b.begin(epoch('c'), null);
    await b.begin(epoch('c'), 'another');
    expect((await a.memory()).epoch).toEqual(first);
    await b.begin(epoch('d'), first?.id ?? '');
    expect((await a.memory()).epoch).toEqual(epoch('d'));
    await server.forget();
    expect((await b.memory()).epoch).toBeNull();
    // What the engines of these tests are started with.
    const risks = { Redis: /appendonly is no/, Postgres: /fsync is off/, S3: /^$/ }[_engine];
    expect(rest.problems.join()).toMatch(risks);
  });

  test('closing releases what is held', async () => {
    const [a, name] = [openOperations(server.url, LASTING, env), newName()];
    await a.tryAcquire(name);
    await a.close();
    const other = open();
    await expect.poll(() => acquired(other, name), { timeout: 60_000 }).toBe(true);
  });
});
