import path from 'node:path';
import { diskError } from '../../fs/disk-error.ts';
import type { Exclusive } from '../../lock/open-lock-file.ts';
import { LOCK_NAME, openLockFile } from '../../lock/open-lock-file.ts';
import type { Clock } from '../../ports.ts';
import { learnPrices } from '../../plan/prices.ts';
import { openStatCache } from './stat-cache.ts';
import type { WorkspaceFiles } from './workspace.ts';
import { fileRecipeLocks } from '../../jobs/locks/recipe-lock.ts';

/** Of the project's own workspace. */
export async function openProjectFiles(root: string, clock: Clock): Promise<WorkspaceFiles> {
  const lock = await openLockFile(path.join(root, LOCK_NAME), LOCK_NAME, oneWriter(root, clock));
  return {
    lock,
    filesDir: path.join(root, '.assetgen/files'),
    stats: await openStatCache(path.join(root, '.assetgen/state.json')),
    prices: learnPrices(lock.current),
  };
}

/** Of the workspace of drafts: whatever is drafted has the price of the real one. */
export async function openDraftFiles(
  root: string,
  { prices }: WorkspaceFiles,
): Promise<WorkspaceFiles> {
  const folder = path.join(root, '.assetgen/drafts');
  return {
    lock: await openLockFile(path.join(folder, 'lock.json'), '.assetgen/drafts/lock.json'),
    filesDir: path.join(folder, 'files'),
    stats: await openStatCache(path.join(folder, 'state.json')),
    prices,
  };
}

/** Two builds of one project take turns at its lock: neither writes over the other's entries. */
function oneWriter(root: string, clock: Clock): Exclusive {
  return async function takeTurn(work) {
    const folder = path.join(root, '.assetgen/journal');
    const locks = fileRecipeLocks(folder, clock, { pollMs: 20 });
    const held = await locks.acquire('lockfile', {}).catch((error: unknown) => {
      throw diskError(error, folder);
    });
    try {
      return await work();
    } finally {
      await held.release();
    }
  };
}
