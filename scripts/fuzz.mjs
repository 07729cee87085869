// npm run fuzz -- [--seed N] [--seconds S | --cases N] [--only NAME] [--case N]: files and answers at random, against
// what reads them. Each either is read, or is refused by an error of ours; none takes long, or much
// memory, or ends the process. Needs a build. The same seed gives the same cases.
import { fork } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const NAMES = ['manifest', 'lock', 'config', 'answers', 'glb', 'png', 'mp4'];
/** A case takes a tenth of a second; what takes so long does not end by itself. */
const HANG_MS = 60_000;
const MOST_CPU_MS = 10_000;
const MOST_MB = 1_500;
/** Then the process is another one: what it keeps is not a case's. */
const CASES_A_PROCESS = 2_000;
/** Of each target before the next has its turn; a model is worth more of them. */
const [TURN_MS, MODEL_MS] = [1_000, 5_000];
const WORKER = fileURLToPath(new URL('../test/hostile/fuzz/worker.mjs', import.meta.url));

const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    seconds: { type: 'string', default: '60' },
    only: { type: 'string' },
    cases: { type: 'string' },
    case: { type: 'string' },
  },
});
const seed = values.seed === undefined ? randomInt(2 ** 31) : whole('seed', values.seed);
const seconds = whole('seconds', values.seconds);
if (values.only !== undefined && !NAMES.includes(values.only)) {
  fail(`--only: expected one of ${NAMES.join(', ')}, received "${values.only}".`);
}
const names = values.only === undefined ? NAMES : [values.only];
const first = whole('case', values.case ?? '0');
if (values.case !== undefined && values.only === undefined) fail('--case needs --only.');

const counts = Object.fromEntries(
  names.map((name) => [name, { next: first, made: 0, refused: 0, broken: 0, cpuMs: 0 }]),
);
let child = null;
let cases = 0;
let mostMb = 0;
console.log(`fuzz: seed ${seed}`);
if (values.case !== undefined) await runCase(values.only);
else if (values.cases !== undefined) await runEach(whole('cases', values.cases));
else await runTurns();
child?.disconnect();

for (const [name, { made, refused, broken, cpuMs }] of Object.entries(counts)) {
  const all = made + refused + broken;
  console.log(
    `  ${name.padEnd(9)} ${String(all).padStart(7)} cases: ${made} read, ${refused} refused, ${broken} broken; at most ${cpuMs} ms`,
  );
}
const total = (key) => Object.values(counts).reduce((sum, each) => sum + each[key], 0);
const all = total('made') + total('refused') + total('broken');
console.log(`fuzz: seed ${seed}: ${all} cases, ${total('broken')} broken, at most ${mostMb} MB`);
process.exitCode = total('broken') === 0 ? 0 : 1;

/** So many of each target, however long that takes. */
async function runEach(most) {
  for (const name of names) for (let run = 0; run < most; run += 1) await runCase(name);
}

/** One target after the other, until the time is over. */
async function runTurns() {
  const end = Date.now() + seconds * 1000;
  for (let turn = 0; Date.now() < end; turn += 1) {
    const name = names[turn % names.length];
    const turnEnd = Math.min(end, Date.now() + (name === 'glb' ? MODEL_MS : TURN_MS));
    do await runCase(name);
    while (Date.now() < turnEnd);
  }
}

async function runCase(name) {
  const count = counts[name];
  const index = count.next;
  count.next += 1;
  if (child !== null && cases >= CASES_A_PROCESS) {
    child.disconnect();
    child = null;
  }
  if (child === null) {
    cases = 0;
    child = await open();
  }
  cases += 1;
  const result = await ask(child, { seed, name, index });
  count.cpuMs = Math.max(count.cpuMs, result.cpuMs);
  mostMb = Math.max(mostMb, result.mostMb);
  const problem = problemOf(result);
  if (problem === null) {
    count[result.outcome] += 1;
    return;
  }
  count.broken += 1;
  console.log(`\n  ${name}, case ${index}: ${problem}`);
  console.log(`  again: npm run fuzz -- --seed ${seed} --only ${name} --case ${index}\n`);
  child?.kill('SIGKILL');
  child = null;
}

function problemOf({ outcome, error, cpuMs, mostMb: mb }) {
  if (outcome === 'broken') return error;
  if (cpuMs > MOST_CPU_MS) return `it took ${cpuMs} ms of CPU`;
  return mb > MOST_MB ? `it took ${mb} MB` : null;
}

function open() {
  return new Promise((resolve, reject) => {
    const made = fork(WORKER, [], {
      execArgv: ['--max-old-space-size=1024'],
      env: { ...process.env, MALLOC_ARENA_MAX: '2', VIPS_CONCURRENCY: '1' },
      // Libraries speak of what is wrong with a file.
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      serialization: 'advanced',
    });
    made.once('message', () => resolve(made));
    made.once('exit', (code) =>
      reject(new Error(`the worker ended: ${code}. Run \`npm run build\`.`)),
    );
  });
}

/** What came of a case; a process that hangs is ended, one that dies has told. */
function ask(process, task) {
  return new Promise((resolve) => {
    const done = (result) => {
      clearTimeout(late);
      process.off('message', done);
      process.off('exit', died);
      resolve(result);
    };
    const broken = (error) => done({ outcome: 'broken', error, cpuMs: 0, mostMb: 0 });
    const died = (code, signal) => broken(`the process ended: ${signal ?? code}`);
    const late = setTimeout(
      () => broken(`it did not finish within ${HANG_MS / 1000} seconds`),
      HANG_MS,
    );
    process.on('message', done);
    process.on('exit', died);
    process.send(task);
  });
}

function whole(name, text) {
  const value = Number(text);
  if (!Number.isSafeInteger(value) || value < 0) {
    fail(`--${name}: expected a whole number, received "${text}".`);
  }
  return value;
}

function fail(message) {
  console.error(message);
  process.exit(2);
}
