import { existsSync } from 'node:fs';
import path from 'node:path';

export type PackageManager = 'npm' | 'pnpm' | 'yarn' | 'bun';

export const PACKAGE_MANAGERS: readonly PackageManager[] = ['npm', 'pnpm', 'yarn', 'bun'];

const LOCK_FILES: Readonly<Record<string, PackageManager>> = {
  'package-lock.json': 'npm',
  'pnpm-lock.yaml': 'pnpm',
  'yarn.lock': 'yarn',
  'bun.lock': 'bun',
  'bun.lockb': 'bun',
};

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The package manager that started this process, by `npm_config_user_agent`, which npm, pnpm, yarn and bun all set: for
 * a new project the choice that a person just made.
 *
 * @returns null where none did
 */
export function startingPackageManager(env: Environment = process.env): PackageManager | null {
  const agent = env['npm_config_user_agent']?.split('/')[0];
  return PACKAGE_MANAGERS.find((each) => each === agent) ?? null;
}

/**
 * The package manager of a project: by its lock file, in the folder or above, else the one that started this process,
 * else npm.
 *
 * @param root absolute path of the project
 */
export function detectPackageManager(root: string, env: Environment = process.env): PackageManager {
  for (let folder = root; ; folder = path.dirname(folder)) {
    const found = Object.entries(LOCK_FILES).find(([name]) => existsSync(path.join(folder, name)));
    if (found !== undefined) return found[1];
    if (path.dirname(folder) === folder) break;
  }
  return startingPackageManager(env) ?? 'npm';
}

/** Whether a folder has the lock file of a package manager. */
export function isLockFolder(folder: string): boolean {
  return Object.keys(LOCK_FILES).some((name) => existsSync(path.join(folder, name)));
}

/** The line that runs a script of package.json: `npm run dev`, `yarn dev`. */
export function runLine(manager: PackageManager, script: string): string {
  return manager === 'yarn' || manager === 'pnpm'
    ? `${manager} ${script}`
    : `${manager} run ${script}`;
}
