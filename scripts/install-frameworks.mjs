// First half of npm run test:frameworks: what the tests of test/frameworks need, which is much, and is therefore no
// part of `npm ci`: the locked dependencies of each small project, and our packed tarballs.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const frameworks = join(root, 'test/frameworks');
const out = mkdtempSync(join(tmpdir(), 'assetgen-tarballs-'));

const packed = execFileSync(
  process.execPath,
  [join(root, 'scripts/pack-all.mjs'), '--json', '--out', out],
  { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] },
);
const tarballs = JSON.parse(packed).map(({ file }) => file);

for (const name of readdirSync(frameworks)) {
  const folder = join(frameworks, name);
  if (!existsSync(join(folder, 'package-lock.json'))) continue;
  console.log(`${name}: installing`);
  // No package may run a script of its own, and none downloads anything.
  npm(folder, 'ci', '--ignore-scripts');
  npm(folder, 'install', '--no-save', '--ignore-scripts', '--prefer-offline', ...tarballs);
}
rmSync(out, { recursive: true, force: true });

function npm(cwd, ...args) {
  execFileSync('npm', [...args, '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd,
    stdio: ['ignore', 'inherit', 'inherit'],
    shell: process.platform === 'win32',
  });
}
