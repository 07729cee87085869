import path from 'node:path';
import { AssetgenError } from '@assetgen/client/errors';
import type { Origin } from '../config/trust.ts';
import { originOf } from '../config/trust.ts';
import { isInside } from '../fs/is-inside.ts';
import { ANYWHERE } from '../fs/link-guard.ts';
import { SMALL_FILE, readText } from '../fs/read-text.ts';
import { realFolder } from '../fs/real-folder.ts';
import { writeAtomic } from '../fs/write-atomic.ts';
import { userFolder } from './user-folder.ts';

/**
 * The origins that this user trusts, of every project: a small file in the user's config folder.
 * None where that folder is within the project (a container whose home is the checkout): a
 * repository could bring the file along.
 *
 * @param root absolute path of the project
 */
export async function readTrusted(root: string): Promise<readonly Origin[]> {
  const file = await trustFile();
  if (file === null || (await isWithin(root, file))) return [];
  const text = await readText(file, SMALL_FILE).catch(() => null);
  if (text === null) return [];
  try {
    const { origins } = JSON.parse(text) as { readonly origins?: unknown };
    return Array.isArray(origins) ? origins.flatMap((each) => originOf(String(each)) ?? []) : [];
  } catch {
    return [];
  }
}

/**
 * Adds or removes an origin. Trust is the user's, for all projects.
 * @returns whether that changed anything
 * @throws AssetgenError `ASSETGEN_USAGE` where there is no place for it outside the project;
 *   `ASSETGEN_DISK`
 */
export async function changeTrust(
  root: string,
  origin: Origin,
  trusted: boolean,
): Promise<{ readonly changed: boolean; readonly file: string }> {
  const file = await trustFile();
  if (file === null || (await isWithin(root, file))) {
    throw new AssetgenError(
      'ASSETGEN_USAGE',
      'this user has no config folder outside the project, and a repository could write inside it',
      { hint: `If you trust this host, set ASSETGEN_TRUST=${origin}` },
    );
  }
  const before = await readTrusted(root);
  if (before.includes(origin) === trusted) return { changed: false, file };
  const origins = trusted ? [...before, origin].sort() : before.filter((each) => each !== origin);
  await writeAtomic(file, `${JSON.stringify({ version: 1, origins }, null, 2)}\n`, ANYWHERE);
  return { changed: true, file };
}

/** null where this user has no home. */
async function trustFile(): Promise<string | null> {
  const folder = await userFolder('config');
  return folder === null ? null : path.join(folder, 'trust.json');
}

async function isWithin(root: string, file: string): Promise<boolean> {
  const [project, folder] = await Promise.all([realFolder(root), realFolder(path.dirname(file))]);
  return folder === project || isInside(project, folder);
}
