// What goes wrong in a project with ten pictures, and what it costs: creates that the service charged for.
// Beside the script that a project has before it has a tool, which does the same work.
import { fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { report } from './report.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'mishaps-'));
const peer = 'a plain script';
const names = Array.from({ length: 10 }, (_each, number) => `a${number}`);
const prompts = Object.fromEntries(names.map((name) => [name, `a view of the town ${name}`]));
const changed = { ...prompts, a3: 'a view of the harbour' };

try {
  const ours = await mishaps('assetgen', writeManifest, build);
  const script = await mishaps('script', writePrompts, runScript);
  report({
    name: 'ten images, a lost answer: charged without asking',
    value: ours.lost,
    target: script.lost,
    peer,
  });
  report({
    name: 'ten images, a fresh clone: charged again',
    value: ours.cloned,
    target: script.cloned,
    peer,
  });
  report({
    name: 'ten images, one changed prompt: stale files left',
    value: 1 - ours.changed,
    target: 1 - script.changed,
    peer,
  });
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** Creates that the service charged for in each mishap; of the last two those beyond the first build's. */
async function mishaps(name, write, run) {
  const dir = join(folder, name);
  // The answer to the fifth create is lost. The build ends with an error, or not, and runs again.
  const lost = await withService(5, async (service) => {
    const project = join(dir, 'lossy');
    write(project, prompts);
    await run(project, service.url, join(dir, 'cache-1'));
    await run(project, service.url, join(dir, 'cache-1'));
    return service.creates();
  });
  return withService(0, async (service) => {
    const project = join(dir, 'steady');
    write(project, prompts);
    await run(project, service.url, join(dir, 'cache-2'));
    const first = await service.creates();
    // What a clone has: the manifest and its lock, or the prompts. Generated files are in no git.
    const clone = join(dir, 'clone');
    const isInGit = (path) => !/\.png$|\.assetgen/.test(path);
    cpSync(project, clone, { recursive: true, filter: isInGit });
    await run(clone, service.url, join(dir, 'cache-3'));
    const second = await service.creates();
    write(project, changed);
    await run(project, service.url, join(dir, 'cache-2'));
    const third = await service.creates();
    return { lost, cloned: second - first, changed: third - second };
  });
}

async function withService(lost, work) {
  const child = fork(join(root, 'bench/support/timed-service.mjs'), ['200', '0', String(lost)]);
  const [{ url }] = await once(child, 'message');
  async function creates() {
    child.send('counts');
    const [counts] = await once(child, 'message');
    return counts.createNormalPicture ?? 0;
  }
  try {
    return await work({ url, creates });
  } finally {
    child.send('end');
  }
}

function writeManifest(project, wanted) {
  mkdirSync(project, { recursive: true });
  const assets = Object.entries(wanted).map(([name, prompt]) => [name, { kind: 'image', prompt }]);
  const text = JSON.stringify({ assets: Object.fromEntries(assets) });
  writeFileSync(join(project, 'assets.gen.json'), text);
}

function build(project, url, cache) {
  const env = { ASSETGEN_API_URL: url, ASSETGEN_API_KEY: 'bench', ASSETGEN_CACHE_DIR: cache };
  return run([join(root, 'dist/main.js'), 'build', '--root', project], env);
}

function writePrompts(project, wanted) {
  mkdirSync(project, { recursive: true });
  writeFileSync(join(project, 'prompts.json'), JSON.stringify(wanted));
}

function runScript(project, url) {
  return run([join(root, 'bench/support/plain-script.mjs'), url, project], {});
}

/** @returns its exit code */
async function run(args, more) {
  const own = Object.entries(process.env).filter(
    ([name]) => name !== 'CI' && !name.startsWith('ASSETGEN_'),
  );
  const env = { ...Object.fromEntries(own), ...more };
  const child = spawn(process.execPath, args, { env, stdio: 'ignore' });
  const [code] = await once(child, 'close');
  return code;
}
