import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { isInside } from './is-inside.ts';
import { linkGuard } from './link-guard.ts';

/**
 * Refuses a folder of a project that has a link anywhere within: for a folder whose files are
 * written by somebody who knows no guard. A folder elsewhere is the user's own.
 *
 * @param root absolute path of the project
 * @param folder absolute path; it need not be there
 * @throws AssetgenError `ASSETGEN_LINK`
 */
export async function refuseLinksBelow(root: string, folder: string): Promise<void> {
  if (!isInside(root, folder)) return;
  const guard = linkGuard(root);
  guard(folder);
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  for (const entry of entries) {
    if (entry.isSymbolicLink()) guard(path.join(entry.parentPath, entry.name));
  }
}
