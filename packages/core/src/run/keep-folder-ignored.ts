import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { linkGuard } from '../fs/link-guard.ts';

/**
 * Makes `.assetgen` with the `.gitignore` that keeps it out of version control; an existing one stays.
 *
 * @param root absolute path of the project
 * @throws AssetgenError `ASSETGEN_LINK`
 */
export async function keepFolderIgnored(root: string): Promise<void> {
  const folder = path.join(root, '.assetgen');
  const file = path.join(folder, '.gitignore');
  linkGuard(root)(file);
  await mkdir(folder, { recursive: true });
  await writeFile(file, '# Made by assetgen: outputs, journal and drafts are not committed.\n*\n', {
    flag: 'wx',
  }).catch(() => undefined);
}
