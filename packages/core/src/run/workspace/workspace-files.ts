import path from 'node:path';
import { diskError } from '../../fs/disk-error.ts';
import { linkGuard } from '../../fs/link-guard.ts';
import type { PathGuard } from '../../fs/link-guard.ts';
import type { ServiceSort } from '../../lock/lock.ts';
import type { Exclusive } from '../../lock/open-lock-file.ts';
import { LOCK_NAME, openLockFile } from '../../lock/open-lock-file.ts';
import type { Clock } from '../../ports.ts';
import { learnPrices } from '../../plan/prices.ts';
import { openStatCache } from './stat-cache.ts';
import type { WorkspaceFiles } from './workspace.ts';
import { fileRecipeLocks } from '../../jobs/locks/recipe-lock.ts';

/**
 * Of the project's own workspace.
 * @param service which sort of service prices are learned of. @default 'remote'
 */
export async function openProjectFiles(
  root: string,
  clock: Clock,
  service: ServiceSort = 'remote',
): Promise<WorkspaceFiles> {
  const guard = linkGuard(root);
  const file = path.join(root, LOCK_NAME);
  const lock = await openLockFile(file, LOCK_NAME, oneWriter(root, clock, guard), guard);
  return {
    lock,
    filesDir: path.join(root, '.assetgen/files'),
    stats: await openStatCache(path.join(root, '.assetgen/state.json'), guard),
    prices: learnPrices(lock.current, service),
    guard,
  };
}

/** Of the workspace of drafts: whatever is drafted has the price of the real one. */
export async function openDraftFiles(
  root: string,
  { prices }: WorkspaceFiles,
): Promise<WorkspaceFiles> {
  const folder = path.join(root, '.assetgen/drafts');
  const guard = linkGuard(root);
  const label = '.assetgen/drafts/lock.json';
  return {
    lock: await openLockFile(path.join(folder, 'lock.json'), label, undefined, guard),
    filesDir: path.join(folder, 'files'),
    stats: await openStatCache(path.join(folder, 'state.json'), guard),
    prices,
    guard,
  };
}

/** Two builds of one project take turns at its lock: neither writes over the other's entries. */
function oneWriter(root: string, clock: Clock, guard: PathGuard): Exclusive {
  return async function takeTurn(work) {
    const folder = path.join(root, '.assetgen/journal');
    const locks = fileRecipeLocks(folder, clock, { pollMs: 20 }, guard);
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
