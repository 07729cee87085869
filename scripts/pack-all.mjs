// npm run pack:all [-- --out DIR] [--json]: a tarball of every published package, which install
// together: npm install ./artifacts/*.tgz
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { published } from './published.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const { values } = parseArgs({
  options: {
    out: { type: 'string', default: join(root, 'artifacts') },
    json: { type: 'boolean', default: false },
  },
});
const out = resolve(values.out);

execFileSync(process.execPath, [join(root, 'scripts/build.mjs'), '--clean'], {
  cwd: root,
  stdio: ['ignore', process.stderr, process.stderr],
});

mkdirSync(out, { recursive: true });
for (const file of readdirSync(out)) if (file.endsWith('.tgz')) rmSync(join(out, file));
const tarballs = pack(published().map(({ folder }) => `./${relative(root, folder)}`));

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

/** All by one npm: its start takes longer than to pack one. */
function pack(folders) {
  const stdout = execFileSync(
    'npm',
    ['pack', '--json', '--ignore-scripts', '--pack-destination', out, ...folders],
    {
      cwd: root,
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
      shell: process.platform === 'win32',
    },
  );
  return JSON.parse(stdout).map(({ name, version, filename, size, files }) => ({
    name,
    version,
    file: join(out, filename),
    bytes: size,
    files: files.map((file) => file.path).sort(),
  }));
}
