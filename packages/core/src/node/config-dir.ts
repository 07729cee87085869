import path from 'node:path';

/** This user's config folder for assetgen; null where there is no home for it. */
export async function configDir(): Promise<string | null> {
  try {
    const { default: envPaths } = await import('env-paths');
    const { config } = envPaths('assetgen', { suffix: '' });
    return path.isAbsolute(config) ? config : null;
  } catch {
    return null;
  }
}
