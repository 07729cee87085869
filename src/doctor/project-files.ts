import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { lookForTypes, remedyOfUnseen } from '@assetgen/core';
import type { ProjectTools, ReportedError } from '@assetgen/core';
import { plural } from '../render/numbers.ts';
import type { Finding } from './finding.ts';
import { fail, good, warn } from './finding.ts';

/** Hundreds of assets may be out of date. */
const MOST_TOLD = 20;

/** Manifests, lock, types and outputs: each difference by itself. */
export async function checkProjectFiles(project: ProjectTools): Promise<Finding[]> {
  const { root } = project;
  return [
    ...(await checkFiles(project)),
    ...(await checkTypes(root)),
    ...(await checkTypesSeen(root)),
  ];
}

/** Whether TypeScript reads the types at all. */
async function checkTypesSeen(root: string): Promise<Finding[]> {
  const look = await lookForTypes(root);
  switch (look.status) {
    case 'none':
      return [];
    case 'seen':
      return [good('types', 'TypeScript reads assets.gen.d.ts')];
    case 'unseen':
      return [
        warn('types', 'no tsconfig reads assets.gen.d.ts', remedyOfUnseen(root, look.configs)),
      ];
  }
}

/** Beside `assets.gen.ts` TypeScript takes `assets.gen.d.ts` for its output and leaves it out. */
async function checkTypes(root: string): Promise<Finding[]> {
  const text = await readFile(path.join(root, 'assets.gen.ts'), 'utf8').catch(() => null);
  if (text === null || /^\/\/\/ *<reference path="\.\/assets\.gen\.d\.ts"/m.test(text)) return [];
  return [
    warn(
      'types',
      'TypeScript leaves out assets.gen.d.ts beside assets.gen.ts',
      'Rename it to assets.gen.mts, or start it with /// <reference path="./assets.gen.d.ts" />.',
    ),
  ];
}

async function checkFiles(project: ProjectTools): Promise<Finding[]> {
  try {
    const { assets, problems } = await project.check();
    if (problems.length === 0)
      return [good('project', `${plural(assets, 'asset')}, all up to date`)];
    const told = problems.slice(0, MOST_TOLD).map(toFinding);
    const more = problems.length - told.length;
    if (more === 0) return told;
    return [...told, warn('project', `and ${more} more`, '`assetgen check` lists all of them.')];
  } catch (error) {
    const hint = hintOf(error) ?? 'Correct it, then run doctor again.';
    // Mistakes of a manifest stand on lines of their own, below their number.
    const [first = '', ...lines] = messageOf(error).split('\n');
    const told = lines.length === 0 ? [first] : lines.map((line) => line.trim());
    return told.map((found) => fail('project', found, hint));
  }
}

function toFinding({ message, hint }: ReportedError): Finding {
  return warn('project', message, hint ?? 'Run `assetgen build`.');
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function hintOf(error: unknown): string | null {
  const hint = error instanceof Error && 'hint' in error ? error.hint : null;
  return typeof hint === 'string' ? hint : null;
}
