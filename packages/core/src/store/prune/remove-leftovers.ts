import { lstat, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { ANYWHERE, isAllowed } from '../../fs/link-guard.ts';
import type { PathGuard } from '../../fs/link-guard.ts';

/** What `temporaryName` makes: the target, the process, a random part. */
const TEMPORARY = /\.(\d+)\.[0-9a-f]{12}\.tmp$/;

/** A writer whose process is gone here may live in another container: it would be quick. */
const DEAD_AGE = 120_000;
/** The number of a process may be another one's by now. */
const ANY_AGE = 86_400_000;

export interface LeftoverOptions {
  /** Only files that begin so. @default '' */
  readonly prefix?: string;
  /** Folders below too. @default false */
  readonly deep?: boolean;
  /** Unix time. Unit: milliseconds. */
  readonly now: number;
  /** Says what may be deleted. @default everything */
  readonly guard?: PathGuard;
}

/**
 * Removes temporary files that a killed process left in a folder: of a process that is gone, when
 * nobody wrote to them for two minutes, and of any process after a day. Never throws: what cannot
 * be removed stays.
 */
export async function removeLeftovers(
  folder: string,
  { prefix = '', deep = false, now, guard = ANYWHERE }: LeftoverOptions,
): Promise<void> {
  if (!isAllowed(guard, folder)) return;
  const names = await readdir(folder, { recursive: deep }).catch(() => []);
  for (const name of names) {
    const pid = TEMPORARY.exec(name)?.[1];
    if (pid === undefined || !path.basename(name).startsWith(prefix)) continue;
    const file = path.join(folder, name);
    const found = await lstat(file).catch(() => null);
    if (found?.isFile() !== true || !isAllowed(guard, file)) continue;
    const age = now - Math.max(found.mtimeMs, found.ctimeMs);
    if (age > (isAlive(Number(pid)) ? ANY_AGE : DEAD_AGE)) {
      await rm(file, { force: true }).catch(() => undefined);
    }
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return !(error instanceof Error && 'code' in error && error.code === 'ESRCH');
  }
}
