import { readdirSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { runCommand } from '../support/command.ts';
import { startFaultyCache } from '../support/faulty-cache.ts';
import type { Fate } from '../support/paid-service.ts';
import { freePort } from '../support/server-process.ts';
import { hasRedis, startRedis } from '../support/redis-server.ts';
import { startS3 } from '../support/s3-server.ts';
import { startBuild } from '../support/started-build.ts';
import { later, newKey, newMachine, open, paid } from './machines.ts';

describe.skipIf(!hasRedis)('a place that keeps purchases single, and cannot be reached', () => {
  test('the build continues without it, and says so once', async () => {
    await open({});
    const remote = `redis://127.0.0.1:${await freePort()}`;
    const key = { ASSETGEN_SIGNING_KEY: newKey() };
    const machine = await newMachine('a mill alone', remote, key, 0);
    const result = await runCommand(machine.root, ['build'], machine.env);
    expect(result.code, result.stderr).toBe(0);
    expect(result.stderr.match(/ASSETGEN_LEASE/g)).toHaveLength(1);
    expect([...paid.accepted.values()]).toEqual([1]);
  });

  test('"buyAlone": false: nothing is bought', async () => {
    await open({});
    const remote = `redis://127.0.0.1:${await freePort()}`;
    const key = { ASSETGEN_SIGNING_KEY: newKey() };
    const machine = await newMachine('a mill alone', remote, key, false);
    const result = await runCommand(machine.root, ['build'], machine.env);
    expect(result.code).toBe(1);
    expect(result.stderr).toContain('ASSETGEN_LEASE');
    expect(paid.accepted.size).toBe(0);
    expect(readdirSync(machine.root)).not.toContain('assets.gen.lock.json');
  });

  test('gone while another machine buys: that is not bought here, and told', async () => {
    const redis = await startRedis();
    const buying = later();
    const gone = later();
    let creates = 0;
    await open({
      async onRequest(operation): Promise<Fate> {
        if (operation !== 'createNormalPicture') return 'answer';
        creates += 1;
        buying.resolve();
        await gone.promise;
        return 'answer';
      },
    });
    const key = { ASSETGEN_SIGNING_KEY: newKey() };
    const [buyer, waiter] = await Promise.all(
      [1, 2].map(() => newMachine('a mill in the middle', redis.url, key, 2)),
    );
    const first = startBuild(buyer!.root, buyer!.env);
    await buying.promise;
    const second = startBuild(waiter!.root, waiter!.env);
    while (!second.stderr().includes('another process is submitting')) await delay(50);
    await redis.stop();
    expect(await second.ended).toBe(1);
    expect(second.stderr()).toContain('ASSETGEN_LEASE');
    expect(second.stderr()).toContain('nothing was submitted');
    gone.resolve();
    expect(await first.ended, first.stderr()).toBe(0);
    expect(creates).toBe(1);
  });

  test('what was bought without it is told by the next build, which has nothing to do', async () => {
    const port = await freePort();
    await open({});
    const remote = `redis://127.0.0.1:${port}`;
    const key = { ASSETGEN_SIGNING_KEY: newKey() };
    const [buyer, other] = await Promise.all(
      [1, 2].map(() => newMachine('a mill to tell of', remote, key, 0)),
    );
    const bought = await runCommand(buyer!.root, ['build'], buyer!.env);
    expect(bought.code, bought.stderr).toBe(0);
    expect(bought.stderr).toContain('ASSETGEN_UNTOLD');
    const redis = await startRedis([], port);
    try {
      const idle = await runCommand(buyer!.root, ['build'], buyer!.env);
      expect(idle.stdout).toContain('1 up to date');
      expect(idle.stderr).not.toContain('ASSETGEN_');
      expect(await runCommand(other!.root, ['build'], other!.env)).toMatchObject({ code: 0 });
      expect([...paid.accepted.values()]).toEqual([1]);
    } finally {
      await redis.stop();
    }
  });

  test('that restarts is waited for: one create, and no warning', async () => {
    const port = await freePort();
    await open({});
    const machine = await newMachine('a mill after a while', `redis://127.0.0.1:${port}`, {
      ASSETGEN_SIGNING_KEY: newKey(),
    });
    const build = startBuild(machine.root, { ...machine.env });
    // Refused once or twice by then.
    await delay(1_500);
    const redis = await startRedis([], port);
    expect(await build.ended, build.stderr()).toBe(0);
    await redis.stop();
    expect(build.stderr()).not.toContain('ASSETGEN_LEASE');
    expect([...paid.accepted.values()]).toEqual([1]);
  });

  test('doctor warns of one that forgets: no appendonly, a policy that evicts, no memory left', async () => {
    await open({});
    const settings = ['--maxmemory', '1mb', '--maxmemory-policy', 'allkeys-lru'];
    const redis = await startRedis(settings);
    try {
      const machine = await newMachine('a mill to look at', redis.url);
      const { stdout } = await runCommand(machine.root, ['doctor'], machine.env);
      expect(stdout).toContain('appendonly is no');
      expect(stdout).toContain('maxmemory-policy is allkeys-lru');
      expect(stdout).toContain('0 MB of its memory are free');
    } finally {
      await redis.stop();
    }
  });

  test('doctor warns of one whose user may not run scripts: nobody can hold a lease there', async () => {
    await open({});
    const rights = ['on', '>secret', '~*', '&*', '+@all', '-@scripting'];
    const redis = await startRedis(['--user', 'ann', ...rights]);
    try {
      const remote = redis.url.replace('//', '//ann:secret@');
      const machine = await newMachine('a mill without scripts', remote);
      const { stdout } = await runCommand(machine.root, ['doctor'], machine.env);
      expect(stdout).toMatch(/! shared cache .*it cannot prevent double purchases: NOPERM/);
      const able = await newMachine('a mill with scripts', redis.url);
      const fine = await runCommand(able.root, ['doctor'], able.env);
      expect(fine.stdout).not.toContain('double purchases');
    } finally {
      await redis.stop();
    }
  });

  test('a full Redis takes no mark: told, and the build goes on', async () => {
    await open({});
    const full = await startRedis(['--maxmemory', '1mb', '--maxmemory-policy', 'noeviction']);
    try {
      const machine = await newMachine('a mill beside a full Redis', full.url, {
        ASSETGEN_SIGNING_KEY: newKey(),
      });
      const result = await runCommand(machine.root, ['build'], machine.env);
      expect(result.code, result.stderr).toBe(0);
      expect(result.stderr).toContain('ASSETGEN_LEASE');
    } finally {
      await full.stop();
    }
  });
});

describe('a shared cache that keeps no leases', () => {
  const key = { ASSETGEN_SIGNING_KEY: newKey() };

  test('a bucket that ignores conditions: told once, and with "buyAlone": false nothing is bought', async () => {
    const bucket = await startS3({ conditions: false });
    try {
      await open({});
      const env = { ...key, ...bucket.env };
      const alone = await newMachine('a mill in an old bucket', bucket.url, env);
      const built = await runCommand(alone.root, ['build'], alone.env);
      expect(built.code, built.stderr).toBe(0);
      expect(built.stderr.match(/ASSETGEN_NO_LEASES/g)).toHaveLength(1);
      expect(built.stderr).toContain('If-None-Match');
      expect([...paid.accepted.values()]).toEqual([1]);
      const careful = await newMachine('a mill, with care', bucket.url, env, false);
      const refused = await runCommand(careful.root, ['build'], careful.env);
      expect(refused.code, refused.stderr).toBe(1);
      expect(refused.stderr).toContain('ASSETGEN_LEASE');
      expect(paid.accepted.has('a mill, with care')).toBe(false);
    } finally {
      await bucket.stop();
    }
  });

  test('HTTP: a CI of several jobs is told once, one of a single job is not', async () => {
    const cache = await startFaultyCache();
    try {
      await open({});
      const machine = (prompt: string, jobs: string) =>
        newMachine(prompt, cache.url, { ...key, CI_NODE_TOTAL: jobs });
      const several = await machine('a mill of several', '4');
      const built = await runCommand(several.root, ['build'], several.env);
      expect(built.code, built.stderr).toBe(0);
      expect(built.stderr.match(/ASSETGEN_NO_LEASES/g)).toHaveLength(1);
      // It bought nothing now.
      const warm = await runCommand(several.root, ['build', '--force'], several.env);
      expect(warm.stderr).not.toContain('ASSETGEN_NO_LEASES');
      const single = await machine('a mill of one', '1');
      const quiet = await runCommand(single.root, ['build'], single.env);
      expect(quiet.code, quiet.stderr).toBe(0);
      expect(quiet.stderr).not.toContain('ASSETGEN_NO_LEASES');
    } finally {
      await cache.close();
    }
  });
});
