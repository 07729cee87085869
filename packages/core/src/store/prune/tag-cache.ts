import { readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { isAllowed } from '../../fs/link-guard.ts';
import type { PathGuard } from '../../fs/link-guard.ts';

/** Source: the Cache Directory Tagging Specification; backup programs leave such folders out. */
const TAG = `Signature: 8a477f597d28d172789f06886806bc55
# This folder is the cache of assetgen: all in it can be had again.
# For information about cache directory tags, see https://bford.info/cachedir/
`;

/**
 * Tags the cache's folder, where it holds nothing but the cache, and the layout's folder in it.
 * Never rejects: a cache without a tag is a cache.
 */
export async function tagCache(base: string, layout: string, guard: PathGuard): Promise<void> {
  const names = await readdir(base).catch(() => null);
  const isOurs = names?.every((name) => name === layout || name === 'CACHEDIR.TAG') === true;
  for (const folder of isOurs ? [base, path.join(base, layout)] : [path.join(base, layout)]) {
    const file = path.join(folder, 'CACHEDIR.TAG');
    if (isAllowed(guard, file)) await writeFile(file, TAG, { flag: 'wx' }).catch(() => undefined);
  }
}
