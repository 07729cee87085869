import path from 'node:path';

/** The platform's cache folder; the project's own where this user has no home. */
export async function defaultCacheDir(own: string): Promise<string> {
  try {
    const { default: envPaths } = await import('env-paths');
    const { cache } = envPaths('assetgen', { suffix: '' });
    return path.isAbsolute(cache) ? cache : own;
  } catch {
    return own;
  }
}
