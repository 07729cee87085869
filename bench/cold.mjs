// Builds that buy: N jobs of T seconds, by the command, from nothing to files, over a real socket. The
// service is a process of its own, whose jobs take that time and nothing else. Beside the shortest
// program that fetches the same pictures, and the shortest that buys them as safely and leaves as much behind; both know
// beforehand how long a job takes.
import { fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { quick, report } from './report.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const command = join(root, 'dist/main.js');
const folder = mkdtempSync(join(tmpdir(), 'cold-'));
const peak = new URL('support/tell-peak.mjs', import.meta.url).href;
const PER_MINUTE = 300;
const SAFE = 'the shortest program that is as safe';

try {
  for (const jobs of quick ? [64] : [64, 1000]) await unlimited(jobs, 8_000);
  await atOnce(quick ? 100 : 1000);
  if (!quick) await memory(10_000);
  await limited(quick ? 200 : 500, 8_000);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function unlimited(jobs, jobMs) {
  await withService(jobMs, 0, async (service) => {
    const build = await service.build(jobs);
    const shortest = await service.shortest('client', jobs, jobMs);
    const safe = await service.shortest('buyer', jobs, jobMs);
    const seconds = jobMs / 1000;
    const name = `${jobs} jobs of ${seconds} s`;
    report({ name, value: build.s, target: 1.05 * seconds + 0.005 * jobs, unit: 's' });
    const peer = 'the shortest program';
    report({
      name: `${name}, against the shortest program`,
      value: build.s,
      target: 1.1 * shortest.s,
      unit: 's',
      peer,
    });
    againstSafe(name, build.s, safe.s);
    report({ name: `${name}: creates`, value: build.creates, target: jobs });
  });
}

/** The second run of a service that answers at once: the first learned that. */
async function atOnce(jobs) {
  await withService(0, 0, async (service) => {
    await service.build(4);
    await service.build(jobs / 10);
    const build = await service.build(jobs);
    const name = `${jobs} jobs of a service that answers at once`;
    report({ name, value: build.s, target: 0.008 * jobs, unit: 's' });
    againstSafe(name, build.s, (await service.shortest('buyer', jobs, 0)).s);
  });
}

async function memory(jobs) {
  await withService(8_000, 0, async (service) => {
    const { mb } = await service.build(jobs);
    const name = `${jobs} jobs of 8 s: memory`;
    report({ name, value: mb, target: 200, unit: 'MB' });
    const safe = await service.shortest('buyer', jobs, 8_000);
    report({
      name: `${name}, against one that is as safe`,
      value: mb,
      target: 1.5 * safe.mb,
      unit: 'MB',
      peer: SAFE,
    });
  });
}

/** What is possible: a program that only buys has one process, and checks nothing. */
function againstSafe(name, value, seconds) {
  const target = 1.5 * seconds;
  report({ name: `${name}, against one that is as safe`, value, target, unit: 's', peer: SAFE });
}

/**
 * What is possible: a create and one query a job, of which the first minute's come at once. Not near a whole
 * number of minutes: with 600 jobs one look at the balance would take a minute more.
 */
async function limited(jobs, jobMs) {
  await withService(jobMs, PER_MINUTE, async (service) => {
    const build = await service.build(jobs);
    const windows = Math.ceil((2 * jobs) / PER_MINUTE) - 1;
    const last = windows * 60;
    report({
      name: `${jobs} jobs at ${PER_MINUTE} requests a minute`,
      value: build.s,
      target: 1.05 * Math.max(last, jobMs / 1000),
      unit: 's',
    });
    report({
      name: `${jobs} jobs at ${PER_MINUTE} requests a minute: creates`,
      value: build.creates,
      target: jobs,
    });
  });
}

/**
 * Runs something against a service of its own, with a cache of its own. Its files stay to the end: a file system
 * without a journal steps over each file that was deleted in the last minutes whenever it makes a new one.
 */
async function withService(jobMs, perMinute, work) {
  const dir = mkdtempSync(join(folder, 'service-'));
  const child = fork(join(root, 'bench/support/timed-service.mjs'), [
    String(jobMs),
    String(perMinute),
  ]);
  const [{ url }] = await once(child, 'message');
  const env = {
    ...Object.fromEntries(
      Object.entries(process.env).filter(
        ([name]) => name !== 'CI' && !name.startsWith('ASSETGEN_'),
      ),
    ),
    ASSETGEN_CACHE_DIR: join(dir, 'cache'),
    ASSETGEN_API_URL: url,
    ASSETGEN_API_KEY: 'bench',
  };
  let projects = 0;
  async function build(jobs) {
    const project = join(dir, `project-${projects}`);
    mkdirSync(project);
    const prompt = (number) => `a view of the town number ${number}, ${projects}`;
    const assets = Array.from({ length: jobs }, (_each, number) => [
      `a${number}`,
      { kind: 'image', prompt: prompt(number) },
    ]);
    writeFileSync(
      join(project, 'assets.gen.json'),
      JSON.stringify({ assets: Object.fromEntries(assets) }),
    );
    projects += 1;
    const before = await counts(child);
    const args = ['--import', peak, command, 'build', '--json', '--root', project];
    const { s, mb } = await run(args, env);
    const after = await counts(child);
    const created = (each) => each.createNormalPicture ?? 0;
    return { s, mb, creates: created(after) - created(before) };
  }
  async function shortest(which, jobs, ms) {
    const out = mkdtempSync(join(dir, 'shortest-'));
    const program = join(root, `bench/support/shortest-${which}.mjs`);
    return run(['--import', peak, program, url, String(jobs), String(ms), out], env);
  }
  try {
    await work({ build, shortest });
  } finally {
    child.send('end');
  }
}

async function counts(child) {
  child.send('counts');
  const [told] = await once(child, 'message');
  return told;
}

function run(args, env) {
  const start = performance.now();
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'ignore', 'pipe'] });
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text) => {
    stderr += text;
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      const s = (performance.now() - start) / 1000;
      const mb = Number(/peak (\d+)/.exec(stderr)?.[1]) / 1e6;
      if (code === 0) resolve({ s, mb });
      else reject(new Error(`ended with ${code}\n${stderr.slice(-2000)}`));
    });
  });
}
