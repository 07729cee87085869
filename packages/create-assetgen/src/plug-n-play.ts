import { existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { CreateError } from './create-error.ts';
import { declaredManager, isManagedFolder } from './package-manager.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Yarn 2 and later write it into every lock; Yarn 1 never does. */
const LATER_LOCK = /^__metadata:/m;
/** A version or a range of Yarn 1. */
const FIRST = /^\D*1(?:\.|$)/;
const LINKER = /^nodeLinker:\s*["']?([\w-]+)/m;

/**
 * Fails for a project that Yarn installs by Plug'n'Play: sharp does not find libvips there, and Vite advises against it.
 *
 * @param root absolute path of the project; it need not exist
 * @throws CreateError `ASSETGEN_PNP`
 */
export function refusePlugNPlay(root: string, env: Environment = process.env): void {
  const folder = plugNPlayRoot(root, env);
  if (folder === null) return;
  const file = path.join(path.relative(process.cwd(), folder), '.yarnrc.yml');
  throw new CreateError(
    "Yarn installs this project by Plug'n'Play, which sharp and Vite do not support",
    `Write \`nodeLinker: node-modules\` into ${file}, run \`yarn install\`, and run this command again. Nothing was written.`,
    'ASSETGEN_PNP',
  );
}

/**
 * The folder of the Yarn project that uses Plug'n'Play. The nearest folder decides that has a lock file, or a package.json
 * that declares a package manager.
 *
 * @returns null for another package manager, another linker, and Yarn 1
 */
export function plugNPlayRoot(root: string, env: Environment = process.env): string | null {
  const folder = parents(root).find((each) => isManagedFolder(each) || has(each, '.pnp.cjs'));
  if (folder === undefined) return null;
  const declared = declaredManager(folder);
  const isYarn = declared === null ? has(folder, 'yarn.lock') : declared.name === 'yarn';
  if (!isYarn && !has(folder, '.pnp.cjs')) return null;
  // A project that was just told to use node_modules still has the file of its last install.
  const linker = env['YARN_NODE_LINKER'] ?? linkerOf(root);
  if (linker !== null) return linker === 'pnp' ? folder : null;
  // A lock says which Yarn wrote it; before the first install only package.json does.
  const lock = read(path.join(folder, 'yarn.lock'));
  const version = declared?.version ?? null;
  const isLater = lock === '' ? version !== null && !FIRST.test(version) : LATER_LOCK.test(lock);
  return isLater || has(folder, '.pnp.cjs') ? folder : null;
}

/** The setting of the nearest `.yarnrc.yml` that has one. */
function linkerOf(root: string): string | null {
  for (const folder of parents(root)) {
    const found = LINKER.exec(read(path.join(folder, '.yarnrc.yml')))?.[1];
    if (found !== undefined) return found;
  }
  return null;
}

function parents(root: string): readonly string[] {
  const parent = path.dirname(root);
  return parent === root ? [root] : [root, ...parents(parent)];
}

function has(folder: string, name: string): boolean {
  return existsSync(path.join(folder, name));
}

/** Empty where no plain file stands there: a device, to which a link may lead, has no end. */
function read(file: string): string {
  const isFile = statSync(file, { throwIfNoEntry: false })?.isFile() === true;
  return isFile ? readFileSync(file, 'utf8') : '';
}
