import { AssetgenError } from '@assetgen/client/errors';
import { parseLock } from '@assetgen/core';
import type { Lock } from '@assetgen/core';
import { git } from './git.ts';

const LOCK = 'assets.gen.lock.json';

/** The lock as a commit had it; one without a lock had nothing. */
export interface LockAt {
  readonly commit: string;
  readonly lock: Lock;
}

/**
 * Reads the lock of a git revision.
 * @throws AssetgenError `ASSETGEN_USAGE` where there is no such revision, `ASSETGEN_LOCK` where its
 *   lock cannot be read
 */
export async function lockAt(root: string, revision: string): Promise<LockAt> {
  const commit = await git(root, [
    'rev-parse',
    '--verify',
    '--quiet',
    '--end-of-options',
    `${revision}^{commit}`,
  ]).catch((cause: unknown) => {
    throw new AssetgenError('ASSETGEN_USAGE', `--since: no git revision "${revision}" here`, {
      hint: 'Name a commit, a branch or a tag, for example `--since main` or `--since HEAD~3`.',
      cause,
    });
  });
  const hash = commit.trim();
  const listed = await git(root, ['ls-tree', '--name-only', hash, '--', LOCK]);
  if (listed.trim() === '') return { commit: hash, lock: { assets: {} } };
  const text = await git(root, ['show', `${hash}:./${LOCK}`]);
  return { commit: hash, lock: parseLock(`${revision}:${LOCK}`, text) };
}
