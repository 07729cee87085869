// Machines with disks of their own build the same assets over one real server, while it, the way to
// it, or they themselves fail. A service of its own process keeps account of every create.
import { spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { openProxy } from './proxy.mjs';
import { seeded } from './seeded.mjs';

const MAIN = fileURLToPath(new URL('../../dist/main.js', import.meta.url));
const MACHINES = 3;
/** Outside a terminal nothing is silent for longer. */
const SILENCE_MS = 12_000;
const POINTS = 3;
/** Faults of a trial, and how long one lasts at most. */
const MOST = { faults: 6, ms: 30_000 };

/** Servers that hold leases. A row more is an engine more. */
const ENGINES = [
  {
    name: 'Redis',
    module: 'redis-server',
    has: 'hasRedis',
    // Every word is on the disk before it is answered: a restart forgets nothing.
    start: async ({ startRedis }, home) => {
      const settings = ['--dir', home, '--appendonly', 'yes', '--appendfsync', 'always'];
      let server = await startRedis(settings);
      const { port } = server;
      return {
        port,
        url: (way) => `redis://127.0.0.1:${way}?blobs=true`,
        async restart(awayMs) {
          await server.stop();
          await delay(awayMs);
          server = await startRedis(settings, port);
        },
        stop: () => server.stop(),
      };
    },
  },
  {
    name: 'Postgres',
    module: 'postgres-server',
    has: 'hasPostgres',
    start: async ({ startPostgres }) => {
      const server = await startPostgres();
      const { port, password } = server;
      const url = (way) => `postgres://tester:${password}@127.0.0.1:${way}/postgres?blobs=true`;
      return { port, url, stop: server.stop };
    },
  },
  {
    name: 'S3 (emulator)',
    module: 's3-server',
    start: async ({ startS3 }) => {
      const server = await startS3();
      const { port } = new URL(server.endpoint);
      const url = (way) => `s3://${server.bucket}/team?endpoint=http://127.0.0.1:${way}`;
      return { port: Number(port), url, env: server.env, stop: server.stop };
    },
  },
];

/** What is done to a fleet. A row more is a fault more. */
const FAULTS = [
  { name: 'connections refused, up to 1 s', ...wayFault('refused', 1_000) },
  { name: 'connections refused, up to 28 s', ...wayFault('refused', 28_000) },
  { name: 'nothing passes, up to 1 s', ...wayFault('hangs', 1_000) },
  { name: 'nothing passes, up to 20 s', ...wayFault('hangs', 20_000) },
  { name: 'answers lost, up to 1 s', ...wayFault('lost', 1_000) },
  {
    name: 'the server restarts, away up to 5 s',
    needs: ({ server }) => server.restart !== undefined,
    inject: ({ server }, random) => server.restart(random() * 5_000),
  },
  {
    name: 'a machine is killed (-9), and starts again',
    async inject({ machines }, random) {
      const machine = pick(machines.filter(isRunning), random);
      if (machine === undefined) return;
      machine.kill('SIGKILL');
      await delay(random() * 2_000);
      machine.build();
    },
  },
  {
    name: 'a machine is stopped, up to 25 s',
    async inject({ machines, most }, random) {
      const machine = pick(machines.filter(isRunning), random);
      if (machine === undefined) return;
      machine.hush();
      machine.kill('SIGSTOP');
      await delay(random() ** 2 * Math.min(25_000, most.ms));
      machine.kill('SIGCONT');
    },
  },
];

function wayFault(weather, longestMs) {
  return {
    async inject({ proxies, most }, random) {
      for (const proxy of proxies) proxy.set(weather);
      await delay(random() ** 2 * Math.min(longestMs, most.ms));
      for (const proxy of proxies) proxy.set('well');
    },
  };
}

/**
 * @param load imports a TypeScript file of the repository
 * @param options `faults`: at least so many; `lanes`: trials at once; `engines` and `kinds`: their
 *   names; `assets`
 *   and `most`: of a trial, its assets, and its faults at most, each so long
 * @returns a row for each engine and fault
 */
export async function injectFaults(
  load,
  { faults, lanes, engines, kinds, assets = 16, most = MOST, seed = 1, log = () => undefined },
) {
  const chosen = [];
  for (const engine of ENGINES) {
    if (engines !== undefined && !engines.includes(engine.name)) continue;
    const module = await load(`test/support/${engine.module}.ts`);
    if (engine.has === undefined || module[engine.has]) chosen.push({ ...engine, server: module });
  }
  const rows = [];
  const random = seeded(seed);
  const each = Math.ceil(faults / chosen.length);
  for (const engine of chosen) {
    const own = Object.fromEntries(FAULTS.map(({ name }) => [name, emptyRow(engine.name, name)]));
    let done = 0;
    let next = 0;
    const lane = async () => {
      const site = await openSite(load, engine);
      while (done < each) {
        const fault = FAULTS[next % FAULTS.length];
        next += 1;
        if (kinds !== undefined && !kinds.includes(fault.name)) continue;
        if (fault.needs !== undefined && !fault.needs(site)) continue;
        const found = await trial(load, site, { fault, assets, most }, random);
        done += found.faults;
        add(own[fault.name], found);
        log({ engine: engine.name, fault: fault.name, done, ...found });
      }
      await site.close();
    };
    await Promise.all(Array.from({ length: lanes }, lane));
    rows.push(...Object.values(own).filter(({ trials }) => trials > 0));
  }
  return rows;
}

function emptyRow(engine, fault) {
  const counts = { trials: 0, faults: 0, sent: 0, expected: 0, doubts: 0, settleable: 0 };
  return { engine, fault, ...counts, duplicatePoints: 0, wrongBytes: 0, silences: 0, broken: 0 };
}

function add(row, found) {
  row.trials += 1;
  for (const [key, value] of Object.entries(found)) if (key in row) row[key] += value;
}

/** A server, a way to it, and a service, for one trial after the other. */
async function openSite(load, engine) {
  const { startPaidService } = await load('test/support/paid-service.ts');
  const home = await mkdtemp(path.join(tmpdir(), 'assetgen-site-'));
  const server = await engine.start(engine.server, home);
  /** One for each machine: so it is known whether that one hears anything. */
  const proxies = await Promise.all(Array.from({ length: MACHINES }, () => openProxy(server.port)));
  const paid = await startPaidService({
    jobMs: 500,
    async onRequest(operation) {
      if (operation === 'createNormalPicture') await delay(300 + Math.random() * 1_200);
      return 'answer';
    },
  });
  return {
    server,
    proxies,
    paid,
    async close() {
      await Promise.all(proxies.map((proxy) => proxy.close()));
      await server.stop();
      await paid.close();
      await rm(home, { recursive: true, force: true });
    },
  };
}

let trials = 0;

/** One cold build of some assets by all machines at once, with faults of one kind in it. */
async function trial(load, site, { fault, assets, most }, random) {
  const { cleanEnv } = await load('test/support/env.ts');
  trials += 1;
  const prefix = `trial-${process.pid}-${trials}`;
  const names = Array.from({ length: assets }, (_each, index) => `a${index}`);
  const prompt = (name) => `${prefix} ${name}`;
  const manifest = Object.fromEntries(
    names.map((name) => [name, { kind: 'image', prompt: prompt(name), outputs: ['png'] }]),
  );
  const key = `ed25519-secret:${randomBytes(32).toString('base64url')}`;
  const home = await mkdtemp(path.join(tmpdir(), 'assetgen-fleet-'));
  const env = cleanEnv({
    CI: 'true',
    ASSETGEN_MODE: 'generate',
    ASSETGEN_API_URL: site.paid.url,
    ASSETGEN_API_KEY: 'secret-key',
    ASSETGEN_SIGNING_KEY: key,
    // As a team has it, not as a test on a busy machine.
    ASSETGEN_CACHE_TIMEOUT: undefined,
    ...site.server.env,
  });
  const machines = [];
  for (let index = 0; index < MACHINES; index += 1) {
    const root = path.join(home, `machine-${index}`);
    const remote = site.server.url(site.proxies[index].port);
    machines.push(await createMachine(root, manifest, { ...env, ASSETGEN_REMOTE_CACHE: remote }));
  }
  for (const machine of machines) {
    machine.build();
    await delay(random() * 700);
  }
  const fleet = { ...site, machines, most };
  let faults = 0;
  await delay(300 + random() * 1_500);
  while (faults < most.faults && machines.some(isRunning)) {
    await fault.inject(fleet, random);
    faults += 1;
    // Two outages are one to a machine that got through to nothing in between.
    await eachHears(fleet);
    await delay(4_000 + random() * 3_000);
  }
  await Promise.all(machines.map((machine) => machine.ended()));
  // The weather is well: everyone looks once more, and once more where something is in doubt.
  const codes = [];
  for (let round = 0; round < 2; round += 1) {
    const left = round === 0 ? machines : machines.filter((_each, index) => codes[index] !== 0);
    await Promise.all(
      left.map(async (machine) => {
        machine.build();
        codes[machines.indexOf(machine)] = await machine.ended();
      }),
    );
  }
  const found = {
    faults,
    ...judge(machines, names, codes, (name) => site.paid.accepted.get(prompt(name)) ?? 0),
  };
  if (
    process.env['SCALE_KEEP'] !== undefined &&
    (found.settleable > 0 || found.broken > 0 || found.duplicatePoints > 0)
  ) {
    console.log(home, codes, machines.map((machine) => machine.told()).join('\n---\n'));
  } else await rm(home, { recursive: true, force: true });
  return found;
}

/** Waits until each machine that runs has heard the place again: on a busy machine that takes a while. */
async function eachHears({ proxies, machines }) {
  const since = performance.now();
  const isDeaf = (machine, index) => machine.isRunning() && !proxies[index].hasAnsweredSince(since);
  while (machines.some(isDeaf) && performance.now() - since < 60_000) await delay(100);
}

/** A checkout, with a cache of its own. */
async function createMachine(root, manifest, env) {
  await mkdir(root, { recursive: true });
  await writeFile(path.join(root, 'assets.gen.json'), JSON.stringify({ assets: manifest }));
  // One create at a time: there is something to do while things fail.
  await writeFile(path.join(root, 'assetgen.config.json'), JSON.stringify({ concurrency: 1 }));
  let child = null;
  let end = Promise.resolve(null);
  let text = '';
  let heard = 0;
  let silences = 0;
  let isHushed = false;
  const hear = () => {
    const now = performance.now();
    if (!isHushed && now - heard > SILENCE_MS) silences += 1;
    isHushed = false;
    heard = now;
  };
  return {
    root,
    build() {
      const args = [MAIN, 'build'];
      const options = { cwd: root, env: { ...env, ASSETGEN_CACHE_DIR: path.join(root, 'cache') } };
      const started = spawn(process.execPath, args, {
        ...options,
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      child = started;
      heard = performance.now();
      for (const stream of [started.stdout, started.stderr]) {
        stream.setEncoding('utf8').on('data', (data) => {
          hear();
          text += data;
        });
      }
      end = once(started, 'close').then(([code]) => {
        hear();
        if (child === started) child = null;
        return code;
      });
    },
    isRunning: () => child !== null,
    kill: (signal) => child?.kill(signal),
    /** It says nothing for a while, and may. */
    hush() {
      isHushed = true;
    },
    async ended() {
      for (;;) {
        const last = end;
        const code = await last;
        if (last === end) return code;
      }
    },
    silences: () => silences,
    told: () => text,
  };
}

const isRunning = (machine) => machine.isRunning();

function judge(machines, names, codes, paidFor) {
  const locks = machines.map(({ root }) => {
    const file = path.join(root, 'assets.gen.lock.json');
    return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : { assets: {} };
  });
  const found = {
    sent: 0,
    expected: 0,
    doubts: 0,
    settleable: 0,
    duplicatePoints: 0,
    wrongBytes: 0,
  };
  for (const name of names) {
    const sent = paidFor(name);
    found.sent += sent;
    found.expected += 1;
    found.duplicatePoints += Math.max(0, sent - 1) * POINTS;
    const digests = new Set();
    let without = 0;
    for (const [index, { root }] of machines.entries()) {
      const output = Object.values(locks[index]?.assets?.[name]?.outputs ?? {})[0];
      const file = path.join(root, '.assetgen/files', `${name}.png`);
      if (output === undefined || !existsSync(file)) {
        without += 1;
        continue;
      }
      const digest = `sha256-${createHash('sha256').update(readFileSync(file)).digest('hex')}`;
      digests.add(digest);
      if (digest !== output.digest) found.wrongBytes += 1;
    }
    if (digests.size > 1) found.wrongBytes += 1;
    if (without === 0) continue;
    found.doubts += 1;
    // Another machine has it: it could have told.
    if (without < machines.length) found.settleable += 1;
  }
  const silences = machines.reduce((sum, machine) => sum + machine.silences(), 0);
  // 5: a person is asked about a doubt.
  const failed = codes.filter((code) => code !== 0 && code !== 5).length;
  const warned = machines.filter((machine) => /^\(node:\d+\)/m.test(machine.told())).length;
  return { ...found, silences, broken: failed + warned };
}

function pick(list, random) {
  return list[Math.floor(random() * list.length)];
}
