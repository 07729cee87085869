// npm run build [-- --clean]: types by the compiler, code by the bundler and the gallery's page by
// Vite, each package into its `dist`. With --clean from nothing: the compiler leaves the declarations
// of a deleted source where they are.
import { spawn } from 'node:child_process';
import { copyFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundlePackage } from './bundle.mjs';
import { copyTemplates } from './copy-templates.mjs';
import { published } from './published.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

const folders = published().map(({ folder }) => folder);
if (process.argv.includes('--clean')) {
  for (const folder of folders) rmSync(join(folder, 'dist'), { recursive: true, force: true });
}
// The command ships them too: it is what every project installs, and a strict package manager shows no other.
for (const name of ['assets.gen.schema.json', 'assetgen.config.schema.json']) {
  copyFileSync(join(root, 'packages/core', name), join(root, name));
}
copyTemplates();
const sources = folders.map((folder) => (folder === root ? join(root, 'src') : folder));
const compiler = join(root, 'node_modules/typescript-7/bin/tsc');
const ended = await Promise.allSettled([
  run(compiler, '-b', ...sources, join(root, 'packages/gallery/page')),
  run(join(root, 'scripts/build-page.mjs')),
  ...folders.map(bundlePackage),
]);
for (const each of ended) {
  if (each.status === 'fulfilled') continue;
  console.error(each.reason.message);
  process.exitCode = 1;
}

/** Runs a script by this Node. */
function run(script, ...args) {
  const child = spawn(process.execPath, [script, ...args], { cwd: root, stdio: 'inherit' });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => {
      if (code === 0) resolve();
      else reject(new Error(`${script} ended with ${code}`));
    });
  });
}
