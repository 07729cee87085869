import { cp, mkdtemp, realpath, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { REPOSITORY } from '../support/app.ts';

/** What a clone does not have. */
const MADE = /^(?:dist|node_modules|\.assetgen|\.cache)$/;

/** A copy of an example as it is in a clone, with the packages of the repository. */
export async function copyExample(name: string): Promise<string> {
  const from = join(REPOSITORY, 'examples', name);
  const root = await realpath(await mkdtemp(join(tmpdir(), 'example-')));
  const made = (file: string): boolean =>
    MADE.test(file.slice(from.length + 1).split(/[\\/]/)[0] ?? '');
  await cp(from, root, { recursive: true, filter: (file) => !made(file) });
  await symlink(join(REPOSITORY, 'node_modules'), join(root, 'node_modules'), 'junction');
  return root;
}
