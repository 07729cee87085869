import { readFileSync } from 'node:fs';
import type { AssetView } from '@assetgen/core';
import type { PluginProject } from '../plugin-project.ts';
import { escapePattern, parseImportId } from './import-id.ts';
import { positionOfReference } from './position-of-reference.ts';

/** Throws for a name of an asset. What else is wrong with a name is told where it is imported. */
export async function refuseAsset(
  { prefix, session }: Pick<PluginProject, 'prefix' | 'session'>,
  id: string,
  from: string,
): Promise<void> {
  const bare = parseImportId(id, prefix)?.id ?? id;
  const resolved = await session.resolve(bare).catch(() => null);
  if (resolved?.type !== 'object') return;
  const position = await positionOfReference(from, id);
  throw Object.assign(notAFile(id, from, session.latest()), { position });
}

/**
 * Of a URL that names an asset: `new URL('@gen/hero', import.meta.url)` would be a URL of an object.
 *
 * @param id as it is written
 * @param from the file that has it
 */
export function notAFile(id: string, from: string, view: AssetView | null): Error {
  const message = `"${id}" in ${from} is not a file, but a URL must name a file`;
  return Object.assign(new Error(message), {
    code: 'ASSETGEN_NOT_A_FILE',
    hint: `Name one of its files${outputsOf(id, view)}.`,
  });
}

function outputsOf(id: string, view: AssetView | null): string {
  const bare = id.replace(/[?#~].*$/, '');
  const own = view?.files.filter(({ asset }) => `${view.prefix}/${asset}` === bare) ?? [];
  return own.length === 0 ? '' : `: ${own.map(({ name }) => `${view?.prefix}/${name}`).join(', ')}`;
}

/** Whether the source makes a URL of a name, for bundlers that do not say what a request is for. */
export function isUrlIn(file: string, id: string): boolean {
  const url = new RegExp(
    `\\bnew\\s+URL\\s*\\(\\s*(['"\`])${escapePattern(id)}\\1\\s*,\\s*import\\.meta\\.url`,
  );
  return url.test(readFileSync(file, 'utf8').replace(COMMENT, ' '));
}

const COMMENT = /\/\*[^]*?\*\/|(?<=^|\s)\/\/.*/gm;
