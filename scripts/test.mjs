// npm test: every check of the repository. Those that only read files run side by side, then the tiers
// of tests. A failed step stops no other; the last line is the count.
import { spawn } from 'node:child_process';
import { accessSync, constants, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { basename, delimiter, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const scratch = mkdtempSync(join(tmpdir(), 'assetgen-steps-'));
const SLOWEST = 10;

/** Packed once for all that read them: `.ci/run` and a release have done so before. */
const tarballs = process.env.TEST_TARBALLS || join(scratch, 'tarballs');

/** The longest first; `after` names the step whose output one reads. */
const checks = [
  { name: 'build and pack', command: own('test/support/pack-once.mjs', tarballs) },
  // A link to a page that is not there ends it.
  { name: 'docs site', command: tool('vitepress', 'bin/vitepress.js', 'build', 'docs') },
  { name: 'types', command: tool('typescript-7', 'bin/tsc', '-b'), after: 'build and pack' },
  // It runs the configs of the examples, which import the plugins as they are built.
  { name: 'unused code', command: tool('knip', 'bin/knip.js'), after: 'build and pack' },
  {
    name: 'public surface',
    command: own('scripts/api-reports.mjs', '--check'),
    after: 'build and pack',
  },
  { name: 'format', command: tool('oxfmt', 'bin/oxfmt', '--check', '.') },
  { name: 'lint', command: tool('oxlint', 'bin/oxlint', '--deny-warnings') },
];
/** One after the other, as each takes all cores. Builds wait for half of their time, so others draw meanwhile. */
const tiers = [
  [{ name: 'unit tests', command: vitest('unit'), report: join(scratch, 'unit.json') }],
  [
    { name: 'builds', command: vitest('builds'), report: join(scratch, 'builds.json') },
    { name: 'render tests', command: vitest('render'), report: join(scratch, 'render.json') },
  ],
  [{ name: 'end-to-end tests', command: vitest('e2e*'), report: join(scratch, 'e2e.json') }],
];

const started = performance.now();
const results = [];
await runChecks();
for (const together of tiers) {
  const output = together.length === 1 ? 'as it comes' : 'by lines';
  results.push(...(await Promise.all(together.map((tier) => runStep(tier, output)))));
}
rmSync(scratch, { recursive: true, force: true });

console.log('\nSummary');
for (const { name, seconds, passed, failed, skipped } of results) {
  const mark = failed === 0 ? 'ok    ' : 'FAILED';
  console.log(
    `  ${mark}  ${name.padEnd(17)} ${seconds.toFixed(1).padStart(6)} s  ${line(passed, failed, skipped)}`,
  );
}
for (const { failures = [], secondTries = [] } of results) {
  for (const failure of failures) console.log(`  failed: ${failure}`);
  for (const test of secondTries) console.log(`  passed only at the second try: ${test}`);
}
const files = results.flatMap((result) => result.files ?? []);
console.log(`\nSlowest of ${files.length} files of tests`);
for (const { file, seconds } of files.sort((a, b) => b.seconds - a.seconds).slice(0, SLOWEST)) {
  console.log(`  ${seconds.toFixed(1).padStart(6)} s  ${file}`);
}
console.log('');
if (!existsSync(join(root, 'test/frameworks/react/node_modules/@assetgen/core'))) {
  console.log(
    '  skipped without `npm run test:frameworks`: builds of Astro, SvelteKit, React, Rsbuild and Next',
  );
}
for (const tool of missingTools()) {
  console.log(`  skipped without ${tool.name} (Debian package ${tool.package}): ${tool.for}`);
}
const minutes = (performance.now() - started) / 60_000;
console.log(`  all of it: ${minutes.toFixed(1)} min`);
const total = (key) => results.reduce((sum, result) => sum + result[key], 0);
console.log(`\n${line(total('passed'), total('failed'), total('skipped'))}`);
process.exitCode = total('failed') === 0 ? 0 : 1;

/** All checks, as many at once as there are cores; what each says is printed when it has ended. */
async function runChecks() {
  const waiting = [...checks];
  const ended = new Set();
  const wake = new Set();
  const isReady = ({ after }) => after === undefined || ended.has(after);
  const lane = async () => {
    while (waiting.length > 0) {
      const next = waiting.findIndex(isReady);
      if (next === -1) {
        await new Promise((resolve) => wake.add(resolve));
        continue;
      }
      const [check] = waiting.splice(next, 1);
      results.push(await runStep(check, 'together'));
      ended.add(check.name);
      for (const resolve of wake) resolve();
      wake.clear();
    }
  };
  await Promise.all(Array.from({ length: Math.max(2, availableParallelism()) }, lane));
}

/**
 * @param step what to run
 * @param output where others run beside it, "by lines": none is mixed with another; "together": printed at its end
 */
async function runStep({ name, command, report }, output = 'as it comes') {
  const [program, ...args] = command;
  const title = `\n── ${name}: ${basename(program)} ${args.join(' ')}`;
  if (output !== 'together') console.log(title);
  const start = performance.now();
  const { code, said } = await run(command, report, output);
  const seconds = (performance.now() - start) / 1000;
  const counts = report === undefined ? oneStep(code) : testCounts(report, code);
  if (output === 'together') console.log(`${title}\n${said.trimEnd()}`);
  console.log(`── ${name}: ${counts.failed === 0 ? 'ok' : 'FAILED'} in ${seconds.toFixed(1)} s`);
  return { name, seconds, ...counts };
}

/** A tool of node_modules, as `run` takes it. */
function tool(name, bin, ...args) {
  return [join(root, 'node_modules', name, bin), ...args];
}

/** A script of this repository. */
function own(file, ...args) {
  return [join(root, file), ...args];
}

function vitest(project) {
  const reporters = ['--reporter=default', '--reporter=./scripts/counts-reporter.mjs'];
  return tool('vitest', 'vitest.mjs', 'run', '--project', project, ...reporters);
}

/** Runs a script by this Node, without a shell. @param report where a run of tests writes its counts */
function run(command, report = '', output = 'as it comes') {
  return new Promise((resolve) => {
    const stream = output === 'as it comes' ? 'inherit' : 'pipe';
    const child = spawn(process.execPath, command, {
      cwd: root,
      env: { ...process.env, TEST_COUNTS_FILE: report, TEST_TARBALLS: tarballs },
      stdio: ['ignore', stream, stream],
    });
    let said = '';
    for (const each of [child.stdout, child.stderr]) {
      if (each === null) continue;
      if (output === 'by lines') {
        createInterface({ input: each }).on('line', (text) => console.log(text));
      } else {
        each.setEncoding('utf8').on('data', (text) => (said += text));
      }
    }
    child.once('error', (error) => {
      resolve({ code: 1, said: `${said}${error.message}` });
    });
    child.once('close', (code) => {
      resolve({ code: code ?? 1, said });
    });
  });
}

function oneStep(code) {
  return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0 };
}

/** What `counts-reporter.mjs` wrote; a run that ended without it, or with more to say, counts as a failure. */
function testCounts(file, code) {
  let counts;
  try {
    counts = JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return { passed: 0, failed: 1, skipped: 0 };
  }
  const failed = counts.failures.length;
  return { ...counts, failed: failed === 0 && code !== 0 ? 1 : failed };
}

function line(passed, failed, skipped) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}

function missingTools() {
  const tools = JSON.parse(readFileSync(join(root, 'test/support/tools.json'), 'utf8'));
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin'];
  return tools.filter(
    (tool) => !tool.commands.some((name) => folders.some((dir) => isExecutable(join(dir, name)))),
  );
}

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
