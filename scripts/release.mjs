// npm run release [-- --dry-run]: packs every package, tests the tarballs, and publishes exactly these, with provenance.
// Run by .github/workflows/release.yml when a tag v1.2.3 is pushed; what is published already is left out, so that a
// release that broke off goes on.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { publishOrder, published } from './published.mjs';
import { releaseProblems } from './release-problems.mjs';
import { setRepository } from './set-repository.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const { values } = parseArgs({
  options: {
    'dry-run': { type: 'boolean', default: process.env.RELEASE_DRY_RUN === 'true' },
  },
});
const isDry = values['dry-run'];
const tarballs = join(root, 'artifacts');
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

const problems = releaseProblems({
  version,
  versions: published().map(({ manifest }) => [manifest.name, manifest.version]),
  tag: process.env.GITHUB_REF_TYPE === 'tag' ? process.env.GITHUB_REF_NAME : null,
  changesets: readdirSync(join(root, '.changeset')).filter(
    (name) => name.endsWith('.md') && name !== 'README.md',
  ),
  url: process.env.REPOSITORY_URL ?? null,
});
if (problems.length > 0) {
  for (const problem of problems) console.error(`✗ ${problem}`);
  if (!isDry) process.exit(1);
}

const packed = pack();
// What users get is what was tested: these files, and no second pack.
run(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', '--project', 'e2e-packages'], {
  TEST_TARBALLS: tarballs,
});
run(process.execPath, ['scripts/test-install.mjs', '--tarballs', tarballs]);
for (const { manifest } of publishOrder()) publish(manifest);

/** With the fields of where the repository stands, which are in no commit. */
function pack() {
  const before = published().map(({ folder }) => {
    const file = join(folder, 'package.json');
    return [file, readFileSync(file)];
  });
  mkdirSync(tarballs, { recursive: true });
  try {
    if (process.env.REPOSITORY_URL !== undefined) setRepository(root, process.env.REPOSITORY_URL);
    const script = join(root, 'scripts/pack-all.mjs');
    const text = execFileSync(process.execPath, [script, '--out', tarballs, '--json'], {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    writeFileSync(join(tarballs, 'index.json'), text);
    return JSON.parse(text);
  } finally {
    for (const [file, bytes] of before) writeFileSync(file, bytes);
  }
}

function publish({ name }) {
  const { file } = packed.find((each) => each.name === name);
  if (!isDry && isPublished(name)) {
    console.log(`${name}@${version} is published already.`);
    return;
  }
  // A dry run is no place that a provenance could speak of.
  const flags = isDry ? ['--dry-run', '--no-provenance'] : ['--provenance'];
  run('npm', ['publish', file, '--access', 'public', '--ignore-scripts', ...flags]);
}

function isPublished(name) {
  try {
    execFileSync('npm', ['view', `${name}@${version}`, 'version'], { stdio: 'pipe' });
    return true;
  } catch (error) {
    if (String(error.stderr).includes('E404')) return false;
    throw error;
  }
}

function run(program, args, env = {}) {
  console.log(`\n$ ${[program === process.execPath ? 'node' : program, ...args].join(' ')}`);
  execFileSync(program, args, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...env },
    shell: process.platform === 'win32' && program === 'npm',
  });
}
