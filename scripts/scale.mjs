// npm run scale [-- --measure | --faults [N] | --soak [ASSETS]]: what 100,000 assets and 500 runners
// ask of a shared cache. Writes its part of docs/background/caches.md, and docs/scale.svg, from docs/scale.json. On real servers
// of this machine, --measure takes the constants anew, --faults injects at least 500 faults into
// fleets, and simulates one of 1,000 machines, and --soak builds 2,000 assets against a limit.
import { randomBytes } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { fileURLToPath } from 'node:url';
import { createServer } from 'vite';
import { formatText } from './format-text.mjs';
import { injectFaults } from './scale/faults.mjs';
import { seeded } from './scale/seeded.mjs';
import { printFaults, printSoak } from './scale/print.mjs';
import { soak } from './scale/soak.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const file = (name) => `${root}docs/${name}`;
const BEGIN = '<!-- Scale: written by `npm run scale`. -->';
const END = '<!-- End of what scale writes. -->';
const ASSETS = 100_000;
const RUNNERS = 500;
/** As in the defaults of the pipeline. */
const CONCURRENCY = 8;
const LOOK_S = 1.5;
const BEAT_S = 5;
const NOTE_S = 2;
/** Job times are lognormal with this median; blobs too. */
const JOB_S = 60;
const JOB_SIGMA = 0.7;
const BLOB_BYTES = 400_000;
const BLOB_SIGMA = 1;
/** A source and two outputs. */
const BLOBS = 3;
const OUTPUTS = 2;
/** Points by kind, and how many of a hundred assets are of it. */
const MIX = [
  { points: 20, share: 50 },
  { points: 4, share: 40 },
  { points: 40, share: 10 },
];

const option = (name, usual) => {
  const at = process.argv.indexOf(name);
  return at < 0 ? null : Number(process.argv[at + 1] ?? usual);
};
const wanted = { faults: option('--faults', 500), soak: option('--soak', 2_000) };
if (process.argv.includes('--measure')) await withSources(measure);
if (wanted.faults !== null) await withSources((load) => faults(load, wanted.faults));
if (wanted.soak !== null) {
  await withSources(async (load) => keep({ soak: await soak(load, wanted.soak) }));
}
const measured = JSON.parse(readFileSync(file('scale.json'), 'utf8'));
const sample = simulate();
await writePart(file('background/caches.md'), page());
writeFileSync(file('scale.svg'), plot());

/** @param work what is given a way to import TypeScript files of the repository */
async function withSources(work) {
  const vite = await createServer({
    configFile: false,
    root,
    logLevel: 'error',
    server: { middlewareMode: true },
  });
  try {
    await work((path) => vite.ssrLoadModule(`/${path}`));
  } finally {
    await vite.close();
  }
}

/** Writes the page's part on scale; all other text of the page stays. */
async function writePart(name, part) {
  const [before, rest = ''] = readFileSync(name, 'utf8').split(BEGIN);
  const text = `${before}${BEGIN}\n\n${part}\n\n${rest.slice(rest.indexOf(END))}`;
  writeFileSync(name, await formatText(name, text));
}

/** Writes figures into docs/scale.json, beside those that stand there. */
function keep(figures) {
  const before = JSON.parse(readFileSync(file('scale.json'), 'utf8'));
  writeFileSync(file('scale.json'), `${JSON.stringify({ ...before, ...figures }, null, 2)}\n`);
}

async function faults(load, count) {
  const { simulateFleet } = await load('packages/core/src/jobs/testing/fleet-simulation.ts');
  const started = performance.now();
  const fleet = await simulateFleet({ seed: 1, machines: 1_000, steps: 1_000_000 });
  console.log(JSON.stringify(fleet));
  const simulated = performance.now();
  const rows = await injectFaults(load, {
    faults: count,
    lanes: 8,
    log: (each) => console.log(JSON.stringify(each)),
  });
  const ended = performance.now();
  keep({
    fleet: { machines: 1_000, seconds: Math.round((simulated - started) / 1000), ...fleet },
    faults: { seconds: Math.round((ended - simulated) / 1000), rows },
  });
}

async function measure(load) {
  const [
    { startRedis },
    { startPostgres },
    { startNginx },
    { startS3 },
    { openTestTier },
    { openOperations },
  ] = await Promise.all([
    load('test/support/redis-server.ts'),
    load('test/support/postgres-server.ts'),
    load('test/support/nginx-server.ts'),
    load('test/support/s3-server.ts'),
    load('test/support/remote-tiers.ts'),
    load('test/leases/open-operations.ts'),
  ]);
  const result = {
    machine: `${cpus().length} × ${cpus()[0]?.model.trim()}, Node ${process.version}`,
    engines: {},
  };
  for (const [name, start, database] of [
    ['Redis', startRedis, true],
    ['Postgres', startPostgres, true],
    ['HTTP (nginx)', startNginx, false],
    ['S3 (emulator)', startS3, false],
  ]) {
    const server = await start();
    const { tier } = openTestTier({ url: server.url, blobs: true }, server.env ?? {});
    const { signal } = new AbortController();
    // One for all that is asked here; a build has one for each question.
    setMaxListeners(0, signal);
    const key = randomBytes(32).toString('hex');
    const text = JSON.stringify({ version: 1, value: 'x'.repeat(400) });
    await tier.index.set(key, { text, blobs: [] }, signal);
    const engine = { look: await rate(32, () => tier.index.get(key, signal)) };
    if (database) {
      const operations = openOperations(server.url, { leaseMs: 20_000, beatMs: 5_000 });
      engine.purchase = await rate(32, async () => {
        const id = randomBytes(32).toString('hex');
        const lease = await operations.tryAcquire(id);
        await operations.read(id);
        await operations.read(id);
        await operations.appendAfter(id, 0, text, lease);
        await operations.append(id, text);
        await lease.release();
      });
      await operations.close();
    } else {
      const { createHash } = await import('node:crypto');
      const bytes = randomBytes(BLOB_BYTES);
      const digest = `sha256-${createHash('sha256').update(bytes).digest('hex')}`;
      await tier.blobs.put({ digest, bytes: bytes.length }, () => once(bytes), signal);
      engine.blobs = await rate(16, async () => {
        const { body } = await tier.blobs.get(digest, signal);
        let got = 0;
        for await (const chunk of body) got += chunk.length;
        if (got !== bytes.length) throw new Error('short');
      });
    }
    await tier.close();
    await server.stop();
    result.engines[name] = Object.fromEntries(
      Object.entries(engine).map(([each, value]) => [each, Math.round(value)]),
    );
  }
  keep(result);
}

async function* once(bytes) {
  yield bytes;
}

/** Calls a second with so many at once: the median of five half-second windows. */
async function rate(parallel, work) {
  await work();
  const rates = [];
  for (let window = 0; window < 5; window += 1) {
    let count = 0;
    const start = performance.now();
    const end = start + 500;
    await Promise.all(
      Array.from({ length: parallel }, async () => {
        while (performance.now() < end) {
          await work();
          count += 1;
        }
      }),
    );
    rates.push((count * 1000) / (performance.now() - start));
  }
  return rates.sort((a, b) => a - b)[2];
}

/** Draws every asset: what it costs, how long its job takes, how large its blobs are. Always the same. */
function simulate() {
  const random = seeded(8);
  let points = 0;
  let seconds = 0;
  let bytes = 0;
  for (let asset = 0; asset < ASSETS; asset += 1) {
    const at = random() * 100;
    points +=
      at < MIX[0].share
        ? MIX[0].points
        : at < MIX[0].share + MIX[1].share
          ? MIX[1].points
          : MIX[2].points;
    seconds += lognormal(random, JOB_S, JOB_SIGMA);
    for (let blob = 0; blob < BLOBS; blob += 1) bytes += lognormal(random, BLOB_BYTES, BLOB_SIGMA);
  }
  return { points, jobSeconds: seconds / ASSETS, bytes, blobBytes: bytes / ASSETS / BLOBS };
}

/** What the machines ask of each place, in all. */
function scenarios(runners) {
  const { points, jobSeconds, bytes } = sample;
  const outputBytes = (bytes * OUTPUTS) / BLOBS;
  // Acquire, read twice, claim, accept, release; then the turn, its beats and its words of progress.
  const purchase = 7 + 2 + jobSeconds / BEAT_S + jobSeconds / NOTE_S;
  const look = 1 + OUTPUTS;
  const share = 2 * (1 + OUTPUTS);
  // Those who wait look for the result, try for the turn, and read how far it is.
  const waiting = (jobSeconds / LOOK_S) * 2 + 3;
  const waitingLooks = jobSeconds / LOOK_S + look;
  return [
    {
      name: `cold, \`--shard I/${runners}\``,
      looks: ASSETS * (look + share),
      operations: ASSETS * purchase,
      blobs: ASSETS * BLOBS,
      bytes,
      saved: 0,
      seconds: (ASSETS / runners / CONCURRENCY) * jobSeconds,
    },
    {
      name: 'cold, every runner builds all',
      looks: ASSETS * (look + share) + ASSETS * (runners - 1) * waitingLooks,
      operations: ASSETS * purchase + ASSETS * (runners - 1) * waiting,
      blobs: ASSETS * BLOBS * runners,
      bytes: bytes * runners,
      saved: points * (runners - 1),
      seconds: (ASSETS / CONCURRENCY) * jobSeconds,
    },
    {
      name: '1 % changed, every runner builds all, caches restored',
      looks: ASSETS * 0.01 * (look + share + (runners - 1) * waitingLooks),
      operations: ASSETS * 0.01 * (purchase + (runners - 1) * waiting),
      blobs: ASSETS * 0.01 * BLOBS * runners,
      bytes: bytes * 0.01 * runners,
      saved: points * 0.01 * (runners - 1),
      seconds: ((ASSETS * 0.01) / CONCURRENCY) * jobSeconds,
    },
    {
      name: 'frozen, caches empty, every runner fills all',
      looks: 0,
      operations: 0,
      blobs: ASSETS * OUTPUTS * runners,
      bytes: outputBytes * runners,
      saved: 0,
      seconds: 0,
    },
  ];
}

function limits() {
  const { engines } = measured;
  const perPurchase = 6;
  return Object.entries(engines).map(([name, engine]) => ({
    name,
    looks: engine.look,
    operations: engine.purchase === undefined ? null : engine.purchase * perPurchase,
    blobs: engine.blobs ?? null,
  }));
}

function page() {
  const rows = scenarios(RUNNERS);
  const all = limits();
  const lines = [
    '## Scale',
    '',
    `\`npm run scale\` simulates the load of ${group(ASSETS)} assets and ${RUNNERS} runners on a shared cache. Its constants are in`,
    `[scale.json](../scale.json). \`npm run scale -- --measure\` measured them on one machine (${measured.machine}), with`,
    'servers and client on the same cores, so a separate server does better.',
    '',
    `Assumptions: lognormal job times with a median of ${JOB_S} s (mean ${sample.jobSeconds.toFixed(0)} s), ${BLOBS} blobs per asset with a`,
    `mean of ${printBytes(sample.blobBytes)}, ${CONCURRENCY} jobs at once on a runner, ${MIX.map(({ points, share }) => `${share} % at ${points} points`).join(', ')}.`,
    `Buying everything once costs ${group(sample.points)} points.`,
    '',
    '| what happens | index look-ups and writes | lease and journal | blobs | bytes | points saved |',
    '| --- | --- | --- | --- | --- | --- |',
    ...rows.map(
      (row) =>
        `| ${row.name} | ${short(row.looks)} | ${short(row.operations)} | ${short(row.blobs)} | ${printBytes(row.bytes)} | ${short(row.saved)} |`,
    ),
    '',
    '_Points saved_ compares with runners that share no purchases.',
    '',
    '### What one server gives',
    '',
    '| engine | index look-ups a second | lease and journal steps a second | blobs of 400 kB a second |',
    '| --- | --- | --- | --- |',
    ...all.map(
      (each) =>
        `| ${each.name} | ${group(each.looks)} | ${operationsOf(each)} | ${each.blobs === null ? 'not measured' : group(each.blobs)} |`,
    ),
    '',
    '### Where the limits lie',
    '',
    '![Steps a second that waiting runners ask for, and what each engine gives](../scale.svg)',
    '',
    `A waiting runner makes two steps and one look-up for each of its ${CONCURRENCY} assets every ${LOOK_S} s. If all runners build all`,
    `assets, they make ${group(Math.round(demand(RUNNERS)))} of these per second. One server on this machine can serve this many waiting runners:`,
    '',
    ...all
      .filter((each) => each.operations !== null)
      .map((each) => `- ${each.name}: about ${group(mostRunners(each))} runners.`),
    '',
    'With more runners, or to finish sooner, split the build by `--shard`: then no runner waits for another, and only',
    'purchases make load. Each runner holds two connections to Redis, or up to five to Postgres,',
    'whose default limit is 100: raise `max_connections`, or keep leases in Redis.',
    '',
    'The bytes decide how long it takes to fill empty caches. For the last row of the table, one server on this machine needs:',
    '',
    ...all
      .filter((each) => each.blobs !== null)
      .map(
        (each) =>
          `- ${each.name}: ${hours(rows[3].bytes / each.blobs / BLOB_BYTES)}; for one runner alone ${hours(rows[3].bytes / RUNNERS / each.blobs / BLOB_BYTES)}.`,
      ),
    '',
    'So restore the cache of CI by the hash of the lock, and build with `--shard` if each runner needs only a part.',
    'Blobs in Redis or Postgres are for small teams: base64 makes them a third larger, and they fill memory or the',
    'write-ahead log.',
    '',
    ...printFaults(measured),
    ...printSoak(measured),
  ];
  return `${lines.join('\n')}`;
}

/** Steps and look-ups a second while all wait for the first of them. */
function demand(runners) {
  return ((runners - 1) * CONCURRENCY * 3) / LOOK_S;
}

function mostRunners({ looks, operations }) {
  // Two steps of leases and one look-up, one after the other on one server.
  const second = 1 / (2 / operations + 1 / looks);
  return Math.floor((second * LOOK_S) / CONCURRENCY) + 1;
}

/** A bucket holds leases by its conditional writes; an emulator of one says nothing of its speed. */
function operationsOf({ name, operations }) {
  if (operations !== null) return group(operations);
  return name.startsWith('S3') ? 'not measured' : 'holds none';
}

function plot() {
  const [width, height, left, bottom] = [720, 360, 70, 310];
  const most =
    Math.max(
      demand(RUNNERS),
      ...limits()
        .filter((each) => each.operations !== null)
        .map((each) => 3 / (2 / each.operations + 1 / each.looks)),
    ) * 1.1;
  const x = (runners) => left + (runners / RUNNERS) * (width - left - 30);
  const y = (value) => bottom - (value / most) * (bottom - 30);
  const engines = limits().filter((each) => each.operations !== null);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="Requests a second of runners that wait, by their number">`,
    '<style>text{font:13px system-ui,sans-serif;fill:#24292f}.axis{stroke:#57606a}.need{stroke:#2f6feb;stroke-width:2.5}.limit{stroke:#c93c37;stroke-dasharray:5 4}@media (prefers-color-scheme:dark){text{fill:#e6edf3}.axis{stroke:#9198a1}}</style>',
    `<line class="axis" x1="${left}" y1="${bottom}" x2="${width - 30}" y2="${bottom}"/><line class="axis" x1="${left}" y1="30" x2="${left}" y2="${bottom}"/>`,
    ...[0, 100, 200, 300, 400, 500].map(
      (runners) =>
        `<text x="${x(runners)}" y="${bottom + 20}" text-anchor="middle">${runners}</text>`,
    ),
    ...Array.from({ length: Math.floor(most / 2000) + 1 }, (_each, at) => at * 2000).map(
      (value) =>
        `<text x="${left - 8}" y="${y(value) + 4}" text-anchor="end">${group(value)}</text>`,
    ),
    `<text x="${(left + width) / 2}" y="${height - 8}" text-anchor="middle">runners that build all assets at once</text>`,
    `<text x="${left}" y="18">requests a second</text>`,
    `<line class="need" x1="${x(1)}" y1="${y(0)}" x2="${x(RUNNERS)}" y2="${y(demand(RUNNERS))}"/>`,
    `<text x="${x(330)}" y="${y(demand(330)) - 10}" text-anchor="end">what they ask for</text>`,
    ...engines.map((each) => {
      const value = 3 / (2 / each.operations + 1 / each.looks);
      return `<line class="limit" x1="${left}" y1="${y(value)}" x2="${width - 30}" y2="${y(value)}"/><text x="${width - 34}" y="${y(value) - 6}" text-anchor="end">what ${each.name} gives</text>`;
    }),
    '</svg>',
    '',
  ].join('\n');
}

function lognormal(random, middle, sigma) {
  const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  return middle * Math.exp(sigma * normal);
}

function group(value) {
  return String(Math.round(value)).replace(/\B(?=(\d{3})+$)/g, ',');
}
function short(value) {
  if (value >= 1e9) return `${(value / 1e9).toFixed(1)} G`;
  if (value >= 1e6) return `${(value / 1e6).toFixed(1)} M`;
  return value >= 1e4 ? `${Math.round(value / 1e3)} k` : group(value);
}
function printBytes(bytes) {
  if (bytes >= 1e12) return `${(bytes / 1e12).toFixed(1)} TB`;
  return bytes >= 1e9 ? `${(bytes / 1e9).toFixed(1)} GB` : `${Math.round(bytes / 1e3)} kB`;
}
function hours(seconds) {
  if (seconds < 120) return `${Math.round(seconds)} s`;
  return seconds < 7200 ? `${Math.round(seconds / 60)} min` : `${(seconds / 3600).toFixed(1)} h`;
}
