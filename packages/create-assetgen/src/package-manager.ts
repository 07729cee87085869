import { existsSync, readFileSync, statSync } from 'node:fs';
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
 * The package manager of a project: by what its package.json declares or by its lock file, in the folder or above, else
 * the one that started this process, else npm.
 *
 * @param root absolute path of the project
 */
export function detectPackageManager(root: string, env: Environment = process.env): PackageManager {
  for (let folder = root; ; folder = path.dirname(folder)) {
    const found = declaredManager(folder)?.name ?? lockedBy(folder);
    if (found !== null) return found;
    if (path.dirname(folder) === folder) break;
  }
  return startingPackageManager(env) ?? 'npm';
}

/** Whether a folder has the lock file of a package manager, or a package.json that declares one. */
export function isManagedFolder(folder: string): boolean {
  return lockedBy(folder) !== null || declaredManager(folder) !== null;
}

function lockedBy(folder: string): PackageManager | null {
  const found = Object.entries(LOCK_FILES).find(([name]) => existsSync(path.join(folder, name)));
  return found?.[1] ?? null;
}

/** What a package.json declares, for Corepack and the managers themselves. */
export interface DeclaredManager {
  readonly name: PackageManager;
  /** As written: `4.9.1`, or a range; null where there is none. */
  readonly version: string | null;
}

/**
 * The package manager that the package.json of a folder declares, as `packageManager` or as `devEngines`.
 *
 * @returns null where it declares none that is known
 */
export function declaredManager(folder: string): DeclaredManager | null {
  const { packageManager, devEngines } = readJson(path.join(folder, 'package.json'));
  if (typeof packageManager === 'string') {
    const [name, version] = packageManager.split('@');
    return declared(name, version);
  }
  const engines = listOf(record(devEngines)['packageManager']).map(record);
  return engines.map((each) => declared(each['name'], each['version'])).find(Boolean) ?? null;
}

function declared(name: unknown, version: unknown): DeclaredManager | null {
  const known = PACKAGE_MANAGERS.find((each) => each === name);
  if (known === undefined) return null;
  return { name: known, version: typeof version === 'string' ? version : null };
}

/** Empty where no plain file of JSON stands there. */
function readJson(file: string): Readonly<Record<string, unknown>> {
  try {
    return statSync(file).isFile() ? record(JSON.parse(readFileSync(file, 'utf8'))) : {};
  } catch {
    return {};
  }
}

function record(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [value];
}

/** The line that runs a script of package.json: `npm run dev`, `yarn dev`. */
export function runLine(manager: PackageManager, script: string): string {
  return manager === 'yarn' || manager === 'pnpm'
    ? `${manager} ${script}`
    : `${manager} run ${script}`;
}
