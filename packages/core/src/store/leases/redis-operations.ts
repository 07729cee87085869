import { randomBytes } from 'node:crypto';
import type { Clock } from '../../ports.ts';
import type { RedisClient, RedisConnection } from '../remote/redis-connection.ts';
import { withDeadline } from '../remote/remote-times.ts';
import type { RememberingPlace } from './place-memory.ts';
import { readEpoch } from './place-memory.ts';
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

const EPOCH = 'assetgen:epoch';
const BEGIN = `
local text = redis.call('GET', KEYS[1])
local id = ''
if text then id = cjson.decode(text)['id'] or '' end
if id ~= ARGV[1] then return 0 end
redis.call('SET', KEYS[1], ARGV[2])
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
): SharedOperations & RememberingPlace {
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
      // A call that hangs must not delay the next one.
      connection.reset();
      throw withoutScript(error);
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
    async memory() {
      const [text, info, config] = await ask('its memory', (client) =>
        Promise.all([
          client.get(EPOCH),
          // Who hosts it may forbid both.
          client.info().catch(() => ''),
          client.configGet('appendfsync').catch(() => ({})),
        ]),
      );
      const said = (name: string): string | null =>
        new RegExp(`^${name}:(.*?)\\r?$`, 'm').exec(info)?.[1] ?? null;
      const isDurable = said('aof_enabled') === '1';
      const settings = `appendonly ${isDurable ? 'yes' : 'no'}, maxmemory-policy ${said('maxmemory_policy') ?? 'unknown'}`;
      const problems = redisProblems(said, (config as Record<string, string>)['appendfsync']);
      return { epoch: readEpoch(text), runId: said('run_id'), isDurable, settings, problems };
    },
    async begin(epoch, instead) {
      const given = [instead ?? '', JSON.stringify(epoch)];
      await ask('its memory', (client) => client.eval(BEGIN, { keys: [EPOCH], arguments: given }));
    },
    async close() {
      await Promise.all([...held].map((lease) => lease.release()));
      await connection.close();
    },
  };
}

/** The error without what Redis adds to it of our script, which says nothing to a person. */
function withoutScript(error: unknown): unknown {
  if (error instanceof Error) {
    error.message = error.message.replace(
      /(?: script: [0-9a-f]{40}|, with args beginning with:).*$/s,
      '',
    );
  }
  return error;
}

/** Less room than this, of what it may use, is told. */
const LEAST_FREE = 0.1;

function redisProblems(
  said: (name: string) => string | null,
  appendfsync: string | undefined,
): readonly string[] {
  const problems: string[] = [];
  if (said('aof_enabled') === '0') {
    problems.push('appendonly is no: a restart loses the record of purchases');
  } else if (appendfsync === 'no') {
    problems.push('appendfsync is no: a crash of its machine loses up to half a minute');
  }
  const policy = said('maxmemory_policy') ?? '';
  if (policy.startsWith('allkeys')) {
    problems.push(`maxmemory-policy is ${policy}: it evicts the record of purchases`);
  }
  const most = Number(said('maxmemory') ?? 0);
  const free = most - Number(said('used_memory') ?? 0);
  if (most > 0 && free < most * LEAST_FREE) {
    const megabytes = Math.max(0, Math.round(free / 1_048_576));
    problems.push(`${megabytes} MB of its memory are free: when it is full, nothing can be bought`);
  }
  return problems;
}
