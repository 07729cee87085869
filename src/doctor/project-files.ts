import type { FullProject } from '@assetgen/core';
import { plural } from '../render/numbers.ts';
import type { Finding } from './finding.ts';
import { fail, good, reasonOf, warn } from './finding.ts';

/** Manifests, lock, types and outputs. */
export async function checkProjectFiles(project: FullProject): Promise<Finding[]> {
  try {
    const { assets, problems } = await project.check();
    if (problems.length === 0)
      return [good('project', `${plural(assets, 'asset')}, all up to date`)];
    const found = `${plural(assets, 'asset')}; ${plural(problems.length, 'difference')}`;
    return [warn('project', found, '`assetgen check` lists them, `assetgen build` makes them.')];
  } catch (error) {
    const hint = hintOf(error) ?? 'Correct it, then run doctor again.';
    return [fail('project', reasonOf(error), hint)];
  }
}

function hintOf(error: unknown): string | null {
  const hint = error instanceof Error && 'hint' in error ? error.hint : null;
  return typeof hint === 'string' ? hint : null;
}
