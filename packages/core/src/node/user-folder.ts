import path from 'node:path';

/** This user's folder for assetgen, by the platform's convention; null where there is no home for it. */
export async function userFolder(kind: 'cache' | 'config'): Promise<string | null> {
  try {
    const { default: envPaths } = await import('env-paths');
    const folder = envPaths('assetgen', { suffix: '' })[kind];
    return path.isAbsolute(folder) ? folder : null;
  } catch {
    return null;
  }
}
