import { appendFile } from 'node:fs/promises';
import path from 'node:path';
import { isAllowed, linkGuard } from '../../fs/link-guard.ts';
import type { LockedAsset } from '../../lock/lock.ts';
import type { AssetPlan } from '../../plan/asset-plan.ts';
import { keepFolderIgnored } from '../keep-folder-ignored.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { PURCHASES_NAME } from './purchase-log.ts';

/**
 * Writes down the purchases of lock entries that a run replaces or removes, where neither cache nor record know
 * them: on a fresh clone the lock alone does, and whoever goes back to the earlier words would pay again.
 *
 * They go into the project's own record, and not into the cache: what a repository's lock says of a recipe decides
 * nothing for the other projects of a machine.
 *
 * @param obsolete names of entries that are in no manifest
 */
export async function rememberReplaced(
  root: string,
  selected: readonly AssetPlan[],
  obsolete: readonly string[],
  { lock, index }: Pick<Workspace, 'lock' | 'index'>,
  now: number,
): Promise<void> {
  const changed = selected.flatMap(({ asset, recipe, drift }) => {
    // One that waits for another asset has no recipe yet: it may come out as another.
    const mayBeReplaced = !drift && lock.get(asset.name)?.recipe !== recipe;
    return mayBeReplaced ? [asset.name] : [];
  });
  const unknown: (readonly [name: string, entry: LockedAsset])[] = [];
  for (const name of [...changed, ...obsolete]) {
    const entry = lock.get(name);
    if (entry === undefined || entry.jobs.length === 0) continue;
    const known = index.hasRecipe(entry.recipe) ? await index.recipe(entry.recipe) : null;
    if ((known?.variants.length ?? -1) < entry.variants.length) unknown.push([name, entry]);
  }
  const file = path.join(root, PURCHASES_NAME);
  if (unknown.length === 0 || !isAllowed(linkGuard(root), file)) return;
  await keepFolderIgnored(root);
  const at = new Date(now).toISOString();
  const lines = unknown.map(([asset, { recipe, jobs, variants, outputs }]) =>
    JSON.stringify({ asset, at, recipe, jobs, variants, outputs }),
  );
  // Behind a line that a crash tore a new one begins.
  await appendFile(file, ['', ...lines, ''].join('\n')).catch(() => undefined);
}
