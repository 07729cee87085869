// npm run bench [-- --only NAME] [--quick] [--write] [--check] [--limit MINUTES]
// --write: docs/background/benchmarks.md and the record, after each benchmark; what was not measured stays.
// --check: fails where a ratio to a peer is 1.5 times worse than the record; such a benchmark runs
// up to twice more, and the best counts. Without --only it runs what takes seconds.
// --limit: a benchmark that takes longer is ended. Default: 12.
// --folder, --record, --docs: other benchmarks, another record and page; the test of this file.
import { spawn } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { bestOf, worseThanRecord } from './support/against-record.mjs';
import { writePage } from './support/page.mjs';
import { printNumber, shareOf } from './support/share.mjs';

const here = fileURLToPath(new URL('.', import.meta.url));
const { values } = parseArgs({
  options: {
    only: { type: 'string', multiple: true },
    quick: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
    check: { type: 'boolean', default: false },
    limit: { type: 'string', default: '12' },
    folder: { type: 'string', default: here },
    record: { type: 'string', default: join(here, 'record.json') },
    docs: { type: 'string', default: join(here, '../docs') },
  },
});
/** Benchmarks whose ratios CI holds: together they take less than 90 seconds. */
const IN_CI = ['warm', 'plan', 'schedule', 'store'];
/** Runs in all of a benchmark whose ratio is worse than the record. */
const ATTEMPTS = 3;

const limitMs = Number(values.limit) * 60_000;
if (!(limitMs > 0)) fail(`--limit: expected minutes, found ${values.limit}`);
const record = existsSync(values.record) ? JSON.parse(readFileSync(values.record, 'utf8')) : [];
const names = readdirSync(values.folder)
  .filter((file) => file.endsWith('.mjs') && file !== 'run.mjs' && file !== 'report.mjs')
  .map((file) => file.slice(0, -'.mjs'.length))
  .sort();
const wanted = values.only ?? (values.check ? IN_CI : names);
const unknown = wanted.filter((name) => !names.includes(name));
if (unknown.length > 0 || wanted.length === 0) {
  fail(`no benchmark ${unknown.join(', ')}; there are: ${names.join(', ')}`);
}

const folder = mkdtempSync(join(tmpdir(), 'bench-'));
const broken = new Set();
const started = performance.now();
let rows = [];
for (const name of names.filter((each) => wanted.includes(each))) {
  rows.push(...(await run(name)));
  // A long run that is stopped keeps what it has.
  if (values.write) await write();
}
if (values.check) await repeatWorse();
removeFolder(folder);

const missed = rows.filter((row) => !row.ok);
const minutes = ((performance.now() - started) / 60_000).toFixed(1);
console.log(`\n${rows.length} measured in ${minutes} min, ${missed.length} missed`);
for (const row of missed) {
  const [value, target] = [row.value, row.target].map((each) => printNumber(each, row.unit));
  console.log(`  ${row.bench}: ${row.name}: ${value}, ${shareOf(row).toFixed(2)} of ${target}`);
}
if (broken.size > 0) {
  console.error(`did not end well: ${[...broken].join(', ')}`);
  process.exitCode = 1;
}
if (values.check) check();

/** Runs one benchmark in a process of its own: nothing that one loads or leaves warms another. */
async function run(name) {
  const results = join(folder, `${name}-${performance.now()}.jsonl`);
  const from = performance.now();
  // What it puts aside goes with it, however it ends.
  const temporary = join(folder, name);
  mkdirSync(temporary);
  console.log(`# ${name}`);
  const code = await new Promise((resolve, reject) => {
    const args = [join(values.folder, `${name}.mjs`), ...(values.quick ? ['--quick'] : [])];
    const env = { ...process.env, TMPDIR: temporary, ASSETGEN_BENCH_RESULTS: results };
    // Of a machine that names them, every process of Node reads certificates as it starts: 30 ms on both sides.
    delete env.NODE_EXTRA_CA_CERTS;
    // A group of its own: what the benchmark started ends with it.
    const detached = process.platform !== 'win32';
    const stdio = ['ignore', 'inherit', 'inherit'];
    const child = spawn(process.execPath, args, { env, stdio, detached });
    const end = () => process.kill(detached ? -child.pid : child.pid, 'SIGKILL');
    const timer = setTimeout(() => {
      console.error(`  ended after ${values.limit} minutes`);
      end();
    }, limitMs);
    const interrupted = () => {
      end();
      removeFolder(folder);
      process.exit(130);
    };
    process.once('SIGINT', interrupted);
    child.once('error', reject);
    child.once('close', (status) => {
      clearTimeout(timer);
      process.off('SIGINT', interrupted);
      resolve(status);
    });
  });
  removeFolder(temporary);
  if (code === 0) broken.delete(name);
  else broken.add(name);
  console.log(`  ${((performance.now() - from) / 1000).toFixed(0)} s`);
  if (!existsSync(results)) return [];
  return readFileSync(results, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
}

/** Processes that are being ended may still write. */
function removeFolder(path) {
  rmSync(path, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
}

/** Something else may have had the machine: what looks worse than the record is measured again. */
async function repeatWorse() {
  for (let attempt = 2; attempt <= ATTEMPTS; attempt++) {
    const again = new Set(worseThanRecord(rows, record).map((row) => row.bench));
    for (const name of again) rows = bestOf(rows, await run(name));
  }
}

function check() {
  const worse = worseThanRecord(rows, record);
  for (const { bench, name, share, recorded } of worse) {
    console.error(`${bench}: ${name} is ${share.toFixed(2)} of its target, recorded ${recorded}`);
  }
  const held = rows.filter((row) => record.some((each) => each.peer && each.name === row.name));
  console.log(`${held.length} ratios held to the record, ${worse.length} worse than it`);
  if (worse.length > 0) process.exitCode = 1;
}

/** Results that were not measured now, or not to their end, stay as they are on record. */
async function write() {
  const ended = rows.filter((row) => !broken.has(row.bench) && Number.isFinite(row.value));
  const now = new Set(ended.map((row) => row.bench));
  const kept = record.filter((row) => !now.has(row.bench) && names.includes(row.bench));
  const marked = ended.map((row) => ({
    ...row,
    value: Number(row.value.toPrecision(4)),
    target: Number(row.target.toPrecision(4)),
    share: Number(shareOf(row).toFixed(3)),
  }));
  const all = [...kept, ...marked].sort((a, b) => names.indexOf(a.bench) - names.indexOf(b.bench));
  writeFileSync(values.record, `${JSON.stringify(all, null, 2)}\n`);
  await writePage(values.docs, all);
}

function fail(text) {
  console.error(text);
  process.exit(2);
}
