import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { FullProject } from '@assetgen/core';
import { plural } from '../render/numbers.ts';
import type { Finding } from './finding.ts';
import { fail, good, reasonOf, warn } from './finding.ts';

/** Manifests, lock, types and outputs. */
export async function checkProjectFiles(project: FullProject): Promise<Finding[]> {
  return [...(await checkFiles(project)), ...(await checkTypes(project.root))];
}

/** Beside `assets.gen.ts` TypeScript takes `assets.gen.d.ts` for its output and leaves it out. */
async function checkTypes(root: string): Promise<Finding[]> {
  const text = await readFile(path.join(root, 'assets.gen.ts'), 'utf8').catch(() => null);
  if (text === null || /^\/\/\/ *<reference path="\.\/assets\.gen\.d\.ts"/m.test(text)) return [];
  return [
    warn(
      'types',
      'TypeScript leaves out assets.gen.d.ts beside assets.gen.ts',
      'Rename it to assets.gen.mts, or begin it with /// <reference path="./assets.gen.d.ts" />.',
    ),
  ];
}

async function checkFiles(project: FullProject): Promise<Finding[]> {
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
