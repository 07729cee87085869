import type { ProjectTools } from '@assetgen/core';

/**
 * Makes a change of the manifest, and the types that follow from it.
 *
 * @throws AssetgenError before the change where the types cannot be made, as with a lock that cannot be read: a command
 *   that fails has changed nothing
 */
export async function changeWithTypes<T>(
  project: ProjectTools,
  change: () => Promise<T>,
): Promise<T> {
  await project.types();
  const changed = await change();
  await project.types();
  return changed;
}
