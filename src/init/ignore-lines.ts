import { appendFile, readFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import { linkGuard } from '@assetgen/core';
import type { PathGuard } from '@assetgen/core';

/**
 * Lines that are missing from the project's ignore files, written to their ends: what is made is not
 * committed, and prettier, where the project has it, leaves alone what we write.
 *
 * @returns the names of the files that changed
 */
export async function ignoreLines(root: string): Promise<readonly string[]> {
  const guard = linkGuard(root);
  const written: string[] = [];
  const ignore = async (name: string, lines: readonly string[]): Promise<void> => {
    if (await addLines(path.join(root, name), lines, guard)) written.push(name);
  };
  await ignore('.gitignore', ['.assetgen/']);
  if (await usesPrettier(root)) {
    await ignore('.prettierignore', ['assets.gen.lock.json', 'assets.gen.d.ts']);
  }
  return written;
}

/** Adds lines to a text file that has them not. Says whether there were any. */
export async function addLines(
  file: string,
  lines: readonly string[],
  guard: PathGuard,
): Promise<boolean> {
  guard(file);
  const text = await readFile(file, 'utf8').catch(() => '');
  const known = new Set(text.split(/\r?\n/).map(plainLine));
  const missing = lines.filter((line) => !known.has(plainLine(line)));
  if (missing.length === 0) return false;
  const start = text === '' || text.endsWith('\n') ? '' : '\n';
  await appendFile(file, `${start}${missing.join('\n')}\n`);
  return true;
}

/** `/.assetgen` and `.assetgen/` ignore the same. */
function plainLine(line: string): string {
  return line.trim().replace(/^\//, '').replace(/\/$/, '');
}

async function usesPrettier(root: string): Promise<boolean> {
  const names = await readdir(root).catch(() => []);
  if (names.some((name) => /^(?:\.prettier(?:rc|ignore)\b|prettier\.config\.)/.test(name)))
    return true;
  const text = await readFile(path.join(root, 'package.json'), 'utf8').catch(() => '');
  return /^\s*"prettier"\s*:/m.test(text);
}
