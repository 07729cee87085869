import { lstatSync } from 'node:fs';
import path from 'node:path';
import { AssetgenError } from '@assetgen/client/errors';
import { isInside } from './is-inside.ts';

/**
 * Guards every write and every delete: throws where a path is not to be touched.
 * @throws AssetgenError `ASSETGEN_LINK`
 */
export type PathGuard = (file: string) => void;

/** For a path that a person named, and for folders of the user's own: links are theirs to make. */
export const ANYWHERE: PathGuard = () => undefined;

/**
 * A guard of a project's folder. A repository can hold symbolic links, and anyone who clones it runs a build: no step of a path below the root may be a link, the last one included, or we would write
 * and delete where the link leads. Paths outside the root pass: a repository cannot put links there.
 *
 * It walks by `lstat`, a few microseconds a step; a warm build writes nothing and never asks.
 *
 * @param root absolute path of the project. It may itself be reached through links.
 */
export function linkGuard(root: string): PathGuard {
  return function refuseLinks(file) {
    if (!isInside(root, file)) return;
    let at = root;
    for (const segment of path.relative(root, file).split(path.sep)) {
      at = path.join(at, segment);
      const found = look(at);
      if (found === null) return;
      if (found.isSymbolicLink()) throw linkError(root, at);
    }
  };
}

/** Whether a guard lets a path pass. */
export function isAllowed(guard: PathGuard, file: string): boolean {
  try {
    guard(file);
    return true;
  } catch (error) {
    if (error instanceof AssetgenError) return false;
    throw error;
  }
}

function look(at: string) {
  try {
    return lstatSync(at, { throwIfNoEntry: false }) ?? null;
  } catch (error) {
    // A path below a plain file, or in a folder that may not be entered, fails by itself.
    if (error instanceof Error && 'code' in error) return null;
    throw error;
  }
}

function linkError(root: string, at: string): AssetgenError {
  const place = path.relative(root, at).split(path.sep).join('/');
  return new AssetgenError(
    'ASSETGEN_LINK',
    `${place} is a symbolic link: nothing is written or deleted through it`,
    {
      hint: 'Remove the link and build again. To keep the cache elsewhere, set ASSETGEN_CACHE_DIR.',
    },
  );
}
