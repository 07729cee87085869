import { cp, mkdtemp, readFile, realpath } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { linkModules, REPOSITORY } from '../support/app.ts';

/** What a clone does not have. */
const MADE = /^(?:dist|node_modules|\.assetgen|\.cache)$/;

/**
 * A copy of an example as it is in a clone, with the packages of the repository.
 *
 * @param options.locked whether its lock is committed. Default: false
 */
export async function copyExample(
  name: string,
  { locked = false }: { readonly locked?: boolean } = {},
): Promise<string> {
  const from = join(REPOSITORY, 'examples', name);
  const root = await realpath(await mkdtemp(join(tmpdir(), 'example-')));
  const made = (file: string): boolean => {
    const first = file.slice(from.length + 1).split(/[\\/]/)[0] ?? '';
    return MADE.test(first) || (!locked && first === 'assets.gen.lock.json');
  };
  await cp(from, root, { recursive: true, filter: (file) => !made(file) });
  await linkModules(root);
  return root;
}

/**
 * The types of an example, without comments and bounds: those tell measures, which a codec may give in another
 * way on another processor. A build must leave the committed ones as they are.
 *
 * @param root the example's folder. Default: as it is in this repository
 */
export async function exampleTypes(
  name: string,
  root: string = join(REPOSITORY, 'examples', name),
): Promise<string> {
  const types = await readFile(join(root, 'assets.gen.d.ts'), 'utf8');
  return types.replaceAll(/^\s*(?:\/\*\*.*\*\/|type Bounds = .*)\n/gm, '');
}
