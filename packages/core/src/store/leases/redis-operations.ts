import { randomBytes } from 'node:crypto';
import type { Clock } from '../../ports.ts';
import type { RedisClient, RedisConnection } from '../remote/redis-connection.ts';
import { withDeadline } from '../remote/remote-times.ts';
import type { Lease, LeaseTimes, SharedOperations } from './shared-operations.ts';
import { LEASE_TIMES, NOTE_MS } from './shared-operations.ts';

// Each script is one step for all clients. KEYS: the lease, its counter, the lines.
const ACQUIRE = `
if redis.call('EXISTS', KEYS[1]) == 1 then return 0 end
local fence = redis.call('INCR', KEYS[2])
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
return fence`;
const RENEW = `
if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
return redis.call('PEXPIRE', KEYS[1], ARGV[2])`;
const RELEASE = `
if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
return redis.call('DEL', KEYS[1])`;
const APPEND_AFTER = `
if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
if tonumber(redis.call('GET', KEYS[2])) ~= tonumber(ARGV[4]) then return 0 end
if redis.call('LLEN', KEYS[3]) ~= tonumber(ARGV[2]) then return 0 end
redis.call('RPUSH', KEYS[3], ARGV[3])
return 1`;

interface RedisLease extends Lease {
  readonly nonce: string;
}

/**
 * Operations in Redis or Valkey: a lease is a key with a nonce that fades, and a counter that
 * fences: a holder that was stopped for longer than its lease can append nothing any more. The
 * lines of an operation never fade.
 */
export function redisOperations(
  connection: RedisConnection,
  deadlineMs: number,
  clock: Clock,
  times: LeaseTimes = LEASE_TIMES,
): SharedOperations {
  const held = new Set<RedisLease>();

  /** The braces keep the keys of one operation on one node of a cluster. */
  const key = (name: string, part: string): string => `assetgen:op:{${name}}:${part}`;
  const keysOf = (name: string): string[] =>
    ['lease', 'fence', 'lines'].map((each) => key(name, each));

  async function ask<T>(what: string, work: (client: RedisClient) => Promise<T>): Promise<T> {
    try {
      return await withDeadline(clock, deadlineMs, what, async () =>
        work(await connection.client()),
      );
    } catch (error) {
      // What hangs must not hold the next one.
      connection.reset();
      throw error;
    }
  }
  const run = (script: string, name: string, ...args: readonly (string | number)[]) =>
    ask('a lease', (client) =>
      client.eval(script, { keys: keysOf(name), arguments: args.map(String) }),
    );

  return {
    async tryAcquire(name) {
      const nonce = randomBytes(16).toString('hex');
      const fence = Number(await run(ACQUIRE, name, nonce, times.leaseMs));
      if (fence === 0) return null;
      const timer = setInterval(() => {
        run(RENEW, name, nonce, times.leaseMs).catch(() => undefined);
      }, times.beatMs);
      timer.unref();
      const lease: RedisLease = {
        nonce,
        fence,
        async release() {
          if (!held.delete(lease)) return;
          clearInterval(timer);
          await run(RELEASE, name, nonce).catch(() => undefined);
        },
      };
      held.add(lease);
      return lease;
    },
    read: (name) => ask('a journal', (client) => client.lRange(key(name, 'lines'), 0, -1)),
    async append(name, line) {
      await ask('a journal', (client) => client.rPush(key(name, 'lines'), line));
    },
    async appendAfter(name, count, line, lease) {
      const { nonce, fence } = lease as RedisLease;
      return (await run(APPEND_AFTER, name, nonce, count, line, fence)) === 1;
    },
    async note(name, text) {
      await ask('a note', (client) =>
        client.set(key(name, 'note'), text, { expiration: { type: 'PX', value: NOTE_MS } }),
      );
    },
    readNote: (name) => ask('a note', (client) => client.get(key(name, 'note'))),
    async close() {
      await Promise.all([...held].map((lease) => lease.release()));
      await connection.close();
    },
  };
}
