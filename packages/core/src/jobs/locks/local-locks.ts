import { ANYWHERE } from '../../fs/link-guard.ts';
import type { PathGuard } from '../../fs/link-guard.ts';
import type { Clock } from '../../ports.ts';
import { fileRecipeLocks } from './recipe-lock.ts';
import type { RecipeLocks, RecipeLockTimes } from './recipe-lock.ts';

const READ_ONLY = ['EACCES', 'EPERM', 'EROFS'] as const;

/**
 * The locks that all projects of this machine share. Where their folder cannot be written, nothing
 * is shared with others either: then those of the project.
 * @param guard says where may be written
 */
export function localLocks(
  shared: string | null,
  own: string,
  clock: Clock,
  guard: PathGuard = ANYWHERE,
  times: RecipeLockTimes = {},
): RecipeLocks {
  const ofProject = fileRecipeLocks(own, clock, times, guard);
  if (shared === null) return ofProject;
  const ofMachine = fileRecipeLocks(shared, clock, times, guard);
  return {
    async acquire(operationId, options) {
      try {
        return await ofMachine.acquire(operationId, options);
      } catch (error) {
        const code = error instanceof Error && 'code' in error ? error.code : null;
        if (!READ_ONLY.some((each) => each === code)) throw error;
        return ofProject.acquire(operationId, options);
      }
    },
  };
}
