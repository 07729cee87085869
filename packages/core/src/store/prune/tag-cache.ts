import { readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** Source: the Cache Directory Tagging Specification; backup programs leave such folders out. */
const TAG = `Signature: 8a477f597d28d172789f06886806bc55
# This folder is the cache of assetgen: all in it can be had again.
# For information about cache directory tags, see https://bford.info/cachedir/
`;

/**
 * Tags the cache's folder, where it holds nothing but the cache, and the layout's folder in it.
 * Never rejects: a cache without a tag is a cache.
 */
export async function tagCache(base: string, layout: string): Promise<void> {
  const names = await readdir(base).catch(() => null);
  const isOurs = names?.every((name) => name === layout || name === 'CACHEDIR.TAG') === true;
  for (const folder of isOurs ? [base, path.join(base, layout)] : [path.join(base, layout)]) {
    await writeFile(path.join(folder, 'CACHEDIR.TAG'), TAG, { flag: 'wx' }).catch(() => undefined);
  }
}
