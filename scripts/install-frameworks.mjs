// What the tests of test/frameworks need, which is much, and is therefore no part of `npm ci`: the locked dependencies
// of the small projects that have a lock, and our packed tarballs. With `--latest DIR`, copies of all projects below DIR,
// each with the newest release of everything that it names. With `--tarballs DIR`, what is packed there already.
import { execFile, execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs, promisify } from 'node:util';

const root = fileURLToPath(new URL('..', import.meta.url));
const frameworks = join(root, 'test/frameworks');
/** Installs mostly wait for a network. */
const AT_ONCE = 3;

const { values, positionals: only } = parseArgs({
  allowPositionals: true,
  options: { latest: { type: 'string' }, tarballs: { type: 'string' } },
});
const latest = values.latest ?? null;
const own =
  values.tarballs === undefined ? mkdtempSync(join(tmpdir(), 'assetgen-tarballs-')) : null;
const tarballs = own === null ? packedIn(resolve(values.tarballs)) : pack(own);

const projects = readdirSync(frameworks)
  .filter((name) => existsSync(join(frameworks, name, 'package.json')))
  .filter((name) => only.length === 0 || only.includes(name));
const failed = await eachOf(
  latest === null
    ? projects.filter((name) => existsSync(join(frameworks, name, 'package-lock.json')))
    : projects,
  latest === null ? installLocked : (name) => installLatest(name, join(latest, name)),
);
if (own !== null) rmSync(own, { recursive: true, force: true });
if (failed.length > 0) process.exitCode = 1;

function pack(out) {
  const packed = execFileSync(
    process.execPath,
    [join(root, 'scripts/pack-all.mjs'), '--json', '--out', out],
    { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] },
  );
  return JSON.parse(packed).map(({ file }) => file);
}

function packedIn(folder) {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.tgz'))
    .map((name) => join(folder, name));
}

/** @returns {Promise<string[]>} the names for which it failed */
async function eachOf(names, install) {
  const waiting = [...names];
  const broken = [];
  async function work() {
    for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
      const start = performance.now();
      try {
        await install(name);
        console.log(`${name}: installed in ${Math.round((performance.now() - start) / 1000)} s`);
      } catch (error) {
        broken.push(name);
        console.error(`${name}: not installed. ${error.stderr || error.message}`);
      }
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return broken;
}

async function installLocked(name) {
  const at = join(frameworks, name);
  // No package may run a script of its own, and none downloads anything.
  // Not by `npm ci`, which refuses a lock without the optional packages of other platforms: not every registry has all.
  rmSync(join(at, 'node_modules'), { recursive: true, force: true });
  await npm(at, 'install', '--no-save', '--ignore-scripts', '--prefer-offline', ...tarballs);
}

async function installLatest(name, at) {
  const skipped = /[\\/](?:node_modules|package-lock\.json|\.\w+|dist|build|latest)$/;
  // The same project for another release of its framework.
  const { sources } = JSON.parse(readFileSync(join(frameworks, name, 'package.json'), 'utf8'));
  for (const each of sources === undefined ? [name] : [sources, name]) {
    cpSync(join(frameworks, each), at, {
      recursive: true,
      filter: (path) => !skipped.test(path) || path.endsWith('.npmrc'),
    });
  }
  // What a later major version has otherwise, and what it has no more.
  const over = join(frameworks, name, 'latest');
  if (existsSync(over)) {
    cpSync(over, at, { recursive: true });
    const removed = join(at, 'removed.txt');
    if (existsSync(removed)) {
      for (const each of readFileSync(removed, 'utf8').trim().split('\n')) rmSync(join(at, each));
    }
  }
  // What all projects share, where one has none of its own.
  for (const each of ['assets.gen.json', 'assetgen.config.json', '.npmrc']) {
    if (!existsSync(join(at, each))) cpSync(join(frameworks, 'react', each), join(at, each));
  }
  const file = join(at, 'package.json');
  // Not the newest of what a framework does not take the newest of.
  const {
    overrides: _overrides,
    sources: _sources,
    pinned = [],
    ...manifest
  } = JSON.parse(readFileSync(file, 'utf8'));
  for (const kind of ['dependencies', 'devDependencies']) {
    const names = Object.keys(manifest[kind] ?? {});
    const newest = names.map((each) => [
      each,
      pinned.includes(each) ? manifest[kind][each] : 'latest',
    ]);
    manifest[kind] = Object.fromEntries(newest);
  }
  writeFileSync(file, `${JSON.stringify(manifest, null, 2)}\n`);
  const install = async () => {
    const some = ['install', '--ignore-scripts'];
    await npm(at, ...some);
    await npm(at, ...some, '--no-save', '--prefer-offline', ...tarballs);
  };
  try {
    await install();
  } catch {
    // Parts of one framework are not always there at the same minute: then those of the version that all of them have.
    const [main] = [manifest.framework].flat();
    const version = await versionAt(at, `${main}@latest`);
    for (const kind of ['dependencies', 'devDependencies']) {
      for (const each of Object.keys(manifest[kind] ?? {})) {
        const has = each === main || (await versionAt(at, `${each}@${version}`)) !== null;
        if (has) manifest[kind][each] = version;
      }
    }
    writeFileSync(file, `${JSON.stringify(manifest, null, 2)}\n`);
    rmSync(join(at, 'node_modules'), { recursive: true, force: true });
    rmSync(join(at, 'package-lock.json'), { force: true });
    await install();
  }
}

/** The version that a registry has for a request such as `vite@latest`; null where it has none. */
async function versionAt(cwd, request) {
  const answer = await npm(cwd, 'view', request, 'version', '--json').catch(() => '');
  return answer === '' ? null : [JSON.parse(answer)].flat().at(-1);
}

async function npm(cwd, ...args) {
  const { stdout } = await promisify(execFile)(
    'npm',
    [...args, '--no-audit', '--no-fund', '--loglevel=error'],
    {
      cwd,
      maxBuffer: 64 * 1024 * 1024,
      shell: process.platform === 'win32',
    },
  );
  return stdout.trim();
}
