// The examples are the templates of `npm create assetgen`: the package ships a copy of each.
import { cpSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/** What a build or an install leaves in an example. npm would publish a .gitignore under no name at all. */
const LEFT_OUT = new Set([
  'node_modules',
  'dist',
  '.assetgen',
  '.cache',
  '.next',
  '.gitignore',
  'next-env.d.ts',
  'package-lock.json',
]);

/** Copies every example into `packages/create-assetgen/templates`, and nothing that a build made there. */
export function copyTemplates() {
  const templates = join(root, 'packages/create-assetgen/templates');
  rmSync(templates, { recursive: true, force: true });
  cpSync(join(root, 'examples'), templates, {
    recursive: true,
    filter: (path) => !LEFT_OUT.has(basename(path)) && !isOwnLock(path),
  });
}

/** A project's own lock is what its first build makes; the CI example is about a committed one. */
function isOwnLock(path) {
  return basename(path) === 'assets.gen.lock.json' && !path.includes(join('examples', 'ci'));
}
