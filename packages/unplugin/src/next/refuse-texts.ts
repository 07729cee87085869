import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import type { AssetView } from '@assetgen/core';
import { failureOf } from '../shared/failure.ts';
import { lookInScripts } from '../shared/references/look-in-scripts.ts';
import type { WrittenScript } from '../shared/references/look-in-scripts.ts';

/** What Next tells of a build that was compiled. */
export interface Compiled {
  /** Absolute. */
  readonly distDir: string;
}

/**
 * Refuses what Turbopack has written with the name of an asset as a text, `<img src="@gen/hero.webp">`: it has no
 * hook before it writes.
 * @throws Error `ASSETGEN_UNRESOLVED_REFERENCE`
 */
export async function refuseTexts(
  { distDir }: Compiled,
  view: AssetView,
  root: string,
): Promise<void> {
  const folders = ['static/chunks', 'server/chunks', 'server/app', 'server/pages'];
  const found = await Promise.all(folders.map((folder) => scriptsBelow(distDir, folder)));
  const problem = await lookInScripts(found.flat(), view, root);
  if (problem !== null) throw new Error(failureOf(problem.error).text);
}

async function scriptsBelow(folder: string, below: string): Promise<WrittenScript[]> {
  const names = await readdir(path.join(folder, below), { recursive: true }).catch(() => []);
  const scripts = names.filter((name) => name.endsWith('.js'));
  return Promise.all(
    scripts.map(async (name) => ({
      fileName: path.join(below, name),
      code: await readFile(path.join(folder, below, name), 'utf8'),
      sourceOf: () => null,
    })),
  );
}
