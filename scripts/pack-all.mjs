// npm run pack:all [-- --out DIR] [--json]: a tarball of every published package, which install
// together: npm install ./artifacts/*.tgz
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const root = fileURLToPath(new URL('..', import.meta.url));
const { values } = parseArgs({
  options: {
    out: { type: 'string', default: join(root, 'artifacts') },
    json: { type: 'boolean', default: false },
  },
});
const out = resolve(values.out);
const published = [
  root,
  ...readdirSync(join(root, 'packages')).map((name) => join(root, 'packages', name)),
]
  .filter((folder) => existsSync(join(folder, 'package.json')))
  .map((folder) => ({ folder, manifest: readManifest(folder) }))
  .filter(({ manifest }) => manifest.private !== true);

// The compiler leaves the output of a deleted source where it is; it would ship.
for (const { folder } of published) rmSync(join(folder, 'dist'), { recursive: true, force: true });
const projects = published.map(({ folder }) => (folder === root ? join(root, 'src') : folder));
execFileSync(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-b', ...projects], {
  cwd: root,
  stdio: ['ignore', process.stderr, process.stderr],
});
execFileSync(process.execPath, [join(root, 'scripts/build-page.mjs')], {
  cwd: root,
  stdio: ['ignore', process.stderr, process.stderr],
});

mkdirSync(out, { recursive: true });
for (const file of readdirSync(out)) if (file.endsWith('.tgz')) rmSync(join(out, file));
const tarballs = published.map(({ folder }) => pack(folder));

if (values.json) {
  console.log(JSON.stringify(tarballs, null, 2));
} else {
  for (const { name, file, bytes, files } of tarballs) {
    console.log(
      `${name.padEnd(26)} ${String(files.length).padStart(4)} files ${(bytes / 1024).toFixed(0).padStart(6)} kB  ${file}`,
    );
  }
  console.log(`\nInstall them together: npm install ${join(values.out, '*.tgz')}`);
}

function pack(folder) {
  const [{ name, version, filename, size, files }] = JSON.parse(
    execFileSync('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', out], {
      cwd: folder,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'inherit'],
      shell: process.platform === 'win32',
    }),
  );
  return {
    name,
    version,
    file: join(out, filename),
    bytes: size,
    files: files.map((file) => file.path).sort(),
  };
}

function readManifest(folder) {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
}
