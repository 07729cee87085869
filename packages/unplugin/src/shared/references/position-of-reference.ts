import { readFile } from 'node:fs/promises';
import type { SourcePosition } from '@assetgen/core';

/**
 * Where a file refers to a name below the prefix, from 1; null where it cannot be seen there (a file
 * that is virtual, or written in another way than it reads once compiled).
 *
 * @param file absolute path; a bundler's `?query` behind it is not part of it
 * @param written as it stands in the file: `@gen/props/crate.glb`
 */
export async function positionOfReference(
  file: string,
  written: string,
): Promise<SourcePosition | null> {
  const [path = ''] = file.split('?');
  const text = await readFile(path, 'utf8').catch(() => '');
  let start = text.indexOf(written);
  // Not the beginning of a longer name.
  while (start !== -1 && /[\w./-]/.test(text.charAt(start + written.length))) {
    start = text.indexOf(written, start + 1);
  }
  if (start === -1) return null;
  const before = text.slice(0, start).split('\n');
  return { file: path, line: before.length, column: (before.at(-1) ?? '').length + 1 };
}
