// npm test: every check of the repository, one after the other. A failed step does not stop the
// next one; the last line is the count.
import { spawn } from 'node:child_process';
import { accessSync, constants, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const scratch = mkdtempSync(join(tmpdir(), 'assetgen-steps-'));

const steps = [
  { name: 'format', command: tool('prettier', 'bin/prettier.cjs', '--check', '.') },
  { name: 'lint', command: tool('oxlint', 'bin/oxlint', '--deny-warnings') },
  { name: 'types', command: tool('typescript', 'bin/tsc', '-b') },
  { name: 'gallery page', command: own('scripts/build-page.mjs') },
  { name: 'unit tests', command: vitest('unit'), report: join(scratch, 'unit.json') },
  {
    name: 'end-to-end tests',
    command: vitest('e2e', 'e2e-beside', 'e2e-pages'),
    report: join(scratch, 'e2e.json'),
  },
  { name: 'unused code', command: tool('knip', 'bin/knip.js') },
  { name: 'public surface', command: own('scripts/api-reports.mjs', '--check') },
  { name: 'ratios on record', command: own('bench/run.mjs', '--check', '--quick') },
];

const results = [];
for (const step of steps) {
  const [program, ...args] = step.command;
  console.log(`\n── ${step.name}: ${basename(program)} ${args.join(' ')}`);
  const start = performance.now();
  const code = await run(step.command, step.report);
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  const counts = step.report === undefined ? oneStep(code) : testCounts(step.report, code);
  results.push({ name: step.name, seconds, ...counts });
  console.log(`── ${step.name}: ${counts.failed === 0 ? 'ok' : 'FAILED'} in ${seconds} s`);
}
rmSync(scratch, { recursive: true, force: true });

console.log('\nSummary');
for (const { name, seconds, passed, failed, skipped } of results) {
  const mark = failed === 0 ? 'ok    ' : 'FAILED';
  console.log(
    `  ${mark}  ${name.padEnd(17)} ${seconds.padStart(6)} s  ${line(passed, failed, skipped)}`,
  );
}
for (const { failures = [], secondTries = [] } of results) {
  for (const failure of failures) console.log(`  failed: ${failure}`);
  for (const test of secondTries) console.log(`  passed only at the second try: ${test}`);
}
if (!existsSync(join(root, 'test/frameworks/react/node_modules/@assetgen/core'))) {
  console.log(
    '  skipped without `npm run test:frameworks`: builds of Astro, SvelteKit, React and Next',
  );
}
for (const tool of missingTools()) {
  console.log(`  skipped without ${tool.name} (Debian package ${tool.package}): ${tool.for}`);
}
const total = (key) => results.reduce((sum, result) => sum + result[key], 0);
console.log(`\n${line(total('passed'), total('failed'), total('skipped'))}`);
process.exitCode = total('failed') === 0 ? 0 : 1;

/** A tool of node_modules, as `run` takes it. */
function tool(name, bin, ...args) {
  return [join(root, 'node_modules', name, bin), ...args];
}

/** A script of this repository. */
function own(file, ...args) {
  return [join(root, file), ...args];
}

function vitest(...projects) {
  const names = projects.flatMap((name) => ['--project', name]);
  const reporters = ['--reporter=default', '--reporter=./scripts/counts-reporter.mjs'];
  return tool('vitest', 'vitest.mjs', 'run', ...names, ...reporters);
}

/** Runs a script by this Node, without a shell. @param report where a run of tests writes its counts */
function run(command, report = '') {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, command, {
      cwd: root,
      env: { ...process.env, TEST_COUNTS_FILE: report },
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    child.once('error', (error) => {
      console.error(error.message);
      resolve(1);
    });
    child.once('close', (code) => {
      resolve(code ?? 1);
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
