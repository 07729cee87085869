import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createProject, runCommand } from '../support/command.ts';
import { startFaultyCache } from '../support/faulty-cache.ts';
import { startPaidService } from '../support/paid-service.ts';
import type { Fate, PaidService, PaidServiceOptions } from '../support/paid-service.ts';
import { freePort } from '../support/server-process.ts';
import { hasPostgres, startPostgres } from '../support/postgres-server.ts';
import { hasRedis, startRedis } from '../support/redis-server.ts';
import { startS3 } from '../support/s3-server.ts';
import type { StartedBuild } from '../support/started-build.ts';
import { startBuild } from '../support/started-build.ts';

/** Machines that begin at once over Redis, and a part of them over the others: each is a whole build. */
const BUYERS = Number(process.env['ASSETGEN_BUYERS'] ?? 20);
const buyersOf = (engine: string): number =>
  engine === 'Redis' || process.env['ASSETGEN_BUYERS'] !== undefined ? BUYERS : 8;
const ROUNDS = Number(process.env['ASSETGEN_KILL_ROUNDS'] ?? 3);

const engines = [
  ['Redis', hasRedis, () => startRedis()],
  ['Postgres', hasPostgres, () => startPostgres()],
  ['S3', true, () => startS3()],
] as const;

/** What builds need to know beside the URL of the place. */
let placeEnv: Readonly<Record<string, string>> = {};

const newKey = (): string => `ed25519-secret:${randomBytes(32).toString('base64url')}`;
const manifest = (prompt: string) => ({
  assets: { hero: { kind: 'image', prompt, outputs: ['png'] } },
});

let paid: PaidService;
async function open(options: PaidServiceOptions): Promise<void> {
  paid = await startPaidService(options);
}
afterEach(() => paid.close());

interface Machine {
  readonly root: string;
  readonly env: Readonly<Record<string, string>>;
}

/** A checkout and an empty cache of its own; CI, told to generate. */
async function newMachine(
  prompt: string,
  remote: string,
  more: Record<string, string> = {},
  buyAlone?: boolean | number,
): Promise<Machine> {
  return {
    root: await createProject(manifest(prompt), { cache: { buyAlone } }),
    env: {
      CI: 'true',
      ASSETGEN_MODE: 'generate',
      ASSETGEN_API_URL: paid.url,
      ASSETGEN_API_KEY: 'secret-key',
      ASSETGEN_CACHE_DIR: mkdtempSync(path.join(tmpdir(), 'cache-')),
      ASSETGEN_REMOTE_CACHE: remote,
      ...placeEnv,
      ...more,
    },
  };
}

function later(): { readonly promise: Promise<void>; readonly resolve: () => void } {
  let resolve = (): void => undefined;
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}

const fileOf = ({ root }: Machine): Buffer =>
  readFileSync(path.join(root, '.assetgen/files/hero.png'));
const lockOf = ({ root }: Machine): string =>
  readFileSync(path.join(root, 'assets.gen.lock.json'), 'utf8');

describe.each(engines)('one buyer, by %s', (_engine, isHere, start) => {
  if (!isHere) {
    test.skip('needs the server', () => undefined);
    return;
  }
  let server: Awaited<ReturnType<typeof start>>;
  beforeAll(async () => {
    server = await start();
    placeEnv = 'env' in server ? server.env : {};
  });
  afterAll(() => {
    placeEnv = {};
    return server.stop();
  });

  const buyers = buyersOf(_engine);
  test(`${buyers} jobs that begin at once on one cold recipe: one create, and all have the result`, async () => {
    await open({ jobMs: 4_000 });
    const key = newKey();
    const url = `${server.url}${server.url.includes('?') ? '&' : '?'}blobs=true`;
    const prompt = `a mill for all ${_engine}`;
    const machines = await Promise.all(
      Array.from({ length: buyers }, () => newMachine(prompt, url, { ASSETGEN_SIGNING_KEY: key })),
    );
    const builds = machines.map(({ root, env }) => startBuild(root, env));
    const codes = await Promise.all(builds.map((build) => build.ended));
    const told = builds.map((build) => build.stderr());
    expect(codes, told.join('\n')).toEqual(machines.map(() => 0));
    expect([...paid.accepted.values()]).toEqual([1]);
    for (const machine of machines) {
      expect(fileOf(machine).equals(fileOf(machines[0]!))).toBe(true);
      expect(lockOf(machine)).toBe(lockOf(machines[0]!));
    }
    expect(told.filter((text) => text.includes('submitting (createNormalPicture)'))).toHaveLength(
      1,
    );
    expect(told.some((text) => text.includes('another machine makes it'))).toBe(true);
    // One polls and downloads; the others take it from each other, or once more where they came late.
    expect(paid.counts.get('file') ?? 0).toBeLessThanOrEqual(3);
  });

  test(
    'holders are killed at random: never two creates, and what is in doubt stops all',
    { timeout: 300_000 },
    async () => {
      let builds: StartedBuild[] = [];
      await open({
        jobMs: 200,
        async onRequest(operation): Promise<Fate> {
          if (operation === 'createNormalPicture') {
            await delay(Math.random() * 80);
            for (const { child } of builds) if (Math.random() < 0.4) child.kill('SIGKILL');
          }
          return 'answer';
        },
      });
      for (let round = 0; round < ROUNDS; round += 1) {
        const prompt = `a mill, ${_engine} round ${round}`;
        const key = newKey();
        const machines = await Promise.all(
          Array.from({ length: 6 }, () =>
            newMachine(prompt, server.url, { ASSETGEN_SIGNING_KEY: key }),
          ),
        );
        builds = machines.map(({ root, env }) => startBuild(root, env));
        const codes = await Promise.all(builds.map((build) => build.ended));
        builds = [];
        for (const code of codes) expect([0, 5, null]).toContain(code);
        const late = await newMachine(prompt, server.url, { ASSETGEN_SIGNING_KEY: key });
        const last = await runCommand(late.root, ['build'], late.env);
        expect([0, 5]).toContain(last.code);
        if (last.code === 5) expect(last.stderr).toContain('ASSETGEN_AMBIGUOUS');
        expect(paid.accepted.get(prompt) ?? 0).toBeLessThanOrEqual(1);
      }
    },
  );

  test('a machine that dies while it submits: the next asks a person, and --resubmit buys once more', async () => {
    let creates = 0;
    const killed: { build: StartedBuild | null } = { build: null };
    await open({
      onRequest(operation): Fate {
        if (operation === 'createNormalPicture') {
          creates += 1;
          if (creates === 1) killed.build?.child.kill('SIGKILL');
        }
        return 'answer';
      },
    });
    const key = newKey();
    const prompt = `a mill, ${_engine} in doubt`;
    const [first, second, third] = await Promise.all(
      [1, 2, 3].map(() => newMachine(prompt, server.url, { ASSETGEN_SIGNING_KEY: key })),
    );
    killed.build = startBuild(first!.root, first!.env);
    expect(await killed.build.ended).toBeNull();
    const asked = await runCommand(second!.root, ['build'], second!.env);
    expect(asked.code, asked.stderr).toBe(5);
    expect(asked.stderr).toContain('assetgen build --resubmit hero');
    expect(creates).toBe(1);
    expect(
      await runCommand(second!.root, ['build', '--resubmit', 'hero'], second!.env),
    ).toMatchObject({ code: 0 });
    expect(creates).toBe(2);
    expect(await runCommand(third!.root, ['build'], third!.env)).toMatchObject({ code: 0 });
    expect(creates).toBe(2);
  });

  test.each([false, 30])(
    'a place that forgets while another machine buys takes no claim any more, with "buyAlone": %s',
    async (buyAlone) => {
      const prompt = `a mill that ${_engine} forgot ${buyAlone}`;
      const [buying, gone] = [later(), later()];
      await open({
        async onRequest(operation): Promise<Fate> {
          if (operation !== 'createNormalPicture') return 'answer';
          buying.resolve();
          await gone.promise;
          return 'answer';
        },
      });
      const key = { ASSETGEN_SIGNING_KEY: newKey() };
      const [buyer, waiter] = await Promise.all(
        [1, 2].map(() => newMachine(prompt, server.url, key, buyAlone)),
      );
      const first = startBuild(buyer!.root, buyer!.env);
      await buying.promise;
      const second = startBuild(waiter!.root, waiter!.env);
      while (!second.stderr().includes('another process is submitting')) await delay(50);
      await server.forget();
      if (_engine === 'Postgres') {
        // The lock outlives what the table held, and the index knows the result by then.
        gone.resolve();
        expect([0, 1]).toContain(await second.ended);
      } else {
        expect(await second.ended, second.stderr()).toBe(1);
        expect(second.stderr()).toContain('ASSETGEN_FORGOT');
        expect(second.stderr()).toContain('nothing was submitted');
      }
      gone.resolve();
      expect(await first.ended, first.stderr()).toBe(0);
      expect(paid.accepted.get(prompt)).toBe(1);
    },
  );

  test('an acceptance that no trusted key signed is not believed, and nothing is bought again', async () => {
    await open({});
    const prompt = `a mill, ${_engine} of a stranger`;
    const stranger = await newMachine(prompt, server.url, { ASSETGEN_SIGNING_KEY: newKey() });
    expect(await runCommand(stranger.root, ['build'], stranger.env)).toMatchObject({ code: 0 });
    for (const more of [{ ASSETGEN_SIGNING_KEY: newKey() }, {}]) {
      const machine = await newMachine(prompt, server.url, more);
      const result = await runCommand(machine.root, ['build'], machine.env);
      expect(result.code).toBe(1);
      expect(result.stderr).toContain('ASSETGEN_BOUGHT_ELSEWHERE');
    }
    expect(paid.accepted.get(prompt)).toBe(1);
  });
});

describe.skipIf(!hasRedis)('a place that keeps purchases single, and cannot be reached', () => {
  test('the build goes on without it, and says so once', async () => {
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
