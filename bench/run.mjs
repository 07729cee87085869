// npm run bench [-- --only NAME] [--quick] [--write] [--check]
// --write: docs/benchmarks.md and bench/record.json from a whole run. --check: fails where a ratio
// to a peer is 1.5 times worse than the record; runs only what the record holds such ratios of.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { writePage } from './support/page.mjs';
import { shareOf } from './support/share.mjs';

const { values } = parseArgs({
  options: {
    only: { type: 'string', multiple: true },
    quick: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
    check: { type: 'boolean', default: false },
  },
});
/** A ratio that is worse than the record's by this factor fails the check. */
const WORSE = 1.5;
/** Benchmarks whose ratios CI holds: those that take seconds. */
const IN_CI = new Set(['warm']);

const here = fileURLToPath(new URL('.', import.meta.url));
const recordFile = join(here, 'record.json');
const record = existsSync(recordFile) ? JSON.parse(readFileSync(recordFile, 'utf8')) : [];
const names = readdirSync(here)
  .filter((file) => file.endsWith('.mjs') && file !== 'run.mjs' && file !== 'report.mjs')
  .map((file) => file.slice(0, -'.mjs'.length))
  .sort();
const wanted = values.only ?? (values.check ? names.filter((name) => IN_CI.has(name)) : names);
const unknown = wanted.filter((name) => !names.includes(name));
if (unknown.length > 0 || wanted.length === 0) {
  console.error(`no benchmark ${unknown.join(', ')}; there are: ${names.join(', ')}`);
  process.exit(2);
}

const folder = mkdtempSync(join(tmpdir(), 'bench-'));
const results = join(folder, 'results.jsonl');
const broken = [];
for (const name of names.filter((each) => wanted.includes(each))) {
  console.log(`# ${name}`);
  if ((await run(name)) !== 0) broken.push(name);
}
const rows = existsSync(results)
  ? readFileSync(results, 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
  : [];
rmSync(folder, { recursive: true, force: true });

console.log(`${rows.length} measured, ${rows.filter((row) => !row.ok).length} missed`);
if (broken.length > 0) {
  console.error(`did not end well: ${broken.join(', ')}`);
  process.exitCode = 1;
}
if (values.check) check();
if (values.write && broken.length === 0) await write();

/** Runs one benchmark in a process of its own: nothing that one loads or leaves warms another. */
function run(name) {
  return new Promise((resolve, reject) => {
    const args = [`${here}${name}.mjs`, ...(values.quick ? ['--quick'] : [])];
    const env = { ...process.env, ASSETGEN_BENCH_RESULTS: results };
    const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'inherit', 'inherit'] });
    child.once('error', reject);
    child.once('close', resolve);
  });
}

function check() {
  const worse = rows.flatMap((row) => {
    const known = record.find((each) => each.bench === row.bench && each.name === row.name);
    if (known?.peer === undefined || !IN_CI.has(row.bench)) return [];
    const share = shareOf(row);
    if (share <= Math.max(1, known.share * WORSE)) return [];
    return [
      `${row.bench}: ${row.name} is ${share.toFixed(2)} of its limit, recorded ${known.share}`,
    ];
  });
  for (const line of worse) console.error(line);
  console.log(`${worse.length === 0 ? 'no' : worse.length} ratio worse than the record`);
  if (worse.length > 0) process.exitCode = 1;
}

/** Results that were not measured now stay as they are on record. */
async function write() {
  const now = new Set(rows.map((row) => row.bench));
  const kept = record.filter((row) => !now.has(row.bench));
  const marked = rows.map((row) => ({
    ...row,
    value: Number(row.value.toPrecision(4)),
    target: Number(row.target.toPrecision(4)),
    share: Number(shareOf(row).toFixed(3)),
  }));
  const all = [...kept, ...marked].sort((a, b) => names.indexOf(a.bench) - names.indexOf(b.bench));
  writeFileSync(recordFile, `${JSON.stringify(all, null, 2)}\n`);
  await writePage(fileURLToPath(new URL('../docs', import.meta.url)), all);
}
