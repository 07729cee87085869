// npm run version:all: changesets version the packages of the workspace; the root package, which is
// the command, takes the same version, and the packages that it depends on by it. Its changelog is that of the repository.
import { execFileSync } from 'node:child_process';
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { takeCommand, withVersion } from './root-changelog.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const entries = takeCommand(root);
const changesets = join(root, 'node_modules/@changesets/cli/bin.js');
execFileSync(process.execPath, [changesets, 'version'], { cwd: root, stdio: 'inherit' });

const { version } = read('packages/core/package.json');
const changelog = join(root, 'CHANGELOG.md');
writeFileSync(changelog, withVersion(readFileSync(changelog, 'utf8'), version, entries));
for (const path of ['package.json', ...examples()]) {
  const manifest = read(path);
  if (path === 'package.json') manifest.version = version;
  for (const group of ['dependencies', 'devDependencies']) {
    for (const name of Object.keys(manifest[group] ?? {})) {
      if (/^(?:(?:create-)?assetgen$|@assetgen\/)/.test(name)) manifest[group][name] = version;
    }
  }
  writeFileSync(join(root, path), `${JSON.stringify(manifest, null, 2)}\n`);
}
execFileSync('npm', ['install', '--package-lock-only', '--ignore-scripts'], {
  cwd: root,
  stdio: 'inherit',
  shell: process.platform === 'win32',
});

function read(path) {
  return JSON.parse(readFileSync(join(root, path), 'utf8'));
}

function examples() {
  return readdirSync(join(root, 'examples')).map((name) => `examples/${name}/package.json`);
}
