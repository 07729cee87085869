import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { declarationCode } from '../emit/declarations.ts';
import type { Manifest } from '../manifest/types.ts';
import { writeIfChanged } from '../store/atomic.ts';
import { removeLeftovers } from '../store/leftovers.ts';

/** The types' place below the project's root. */
export const TYPES_NAME = 'assets.gen.d.ts';

/** Types come first, so that an editor and `tsc` see every name while assets are made. */
export async function writeTypes(
  root: string,
  manifest: Manifest,
  prefix: string,
): Promise<{ readonly file: string; readonly changed: boolean }> {
  const file = path.join(root, TYPES_NAME);
  return { file, changed: await writeIfChanged(file, declarationCode(manifest, prefix)) };
}

/** Temporary files beside lock, types and outputs that a killed build left. */
export async function tidyProject(root: string): Promise<void> {
  const now = performance.timeOrigin + performance.now();
  await removeLeftovers(root, { prefix: 'assets.gen.', now });
  await removeLeftovers(path.join(root, '.assetgen'), { now });
  await removeLeftovers(path.join(root, '.assetgen/files'), { deep: true, now });
}

/** `.assetgen` keeps itself out of version control. */
export async function keepFolderIgnored(root: string): Promise<void> {
  const folder = path.join(root, '.assetgen');
  await mkdir(folder, { recursive: true });
  const file = path.join(folder, '.gitignore');
  await writeFile(file, '# Made by assetgen: outputs, journal and drafts are not committed.\n*\n', {
    flag: 'wx',
  }).catch(() => undefined);
}
