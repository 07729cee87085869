import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { nodeCrypto } from '@assetgen/core/warm';
import type { PathGuard } from '@assetgen/core';

/**
 * Leaves a file alone that has the text already: watchers and caches look at its time.
 * @param guard says whether it may be written
 */
export async function writeIfChanged(
  path: string,
  text: string,
  guard: PathGuard,
): Promise<boolean> {
  guard(path);
  if ((await readFile(path, 'utf8').catch(() => null)) === text) return false;
  await mkdir(dirname(path), { recursive: true });
  // Compilers of one project write at the same time, and none may read half a file.
  const temporary = `${path}.${nodeCrypto().randomBytes(6).toString('hex')}.tmp`;
  await writeFile(temporary, text);
  await rename(temporary, path);
  return true;
}

/** The same where a bundler does not wait for promises. */
export function writeIfChangedNow(path: string, text: string, guard: PathGuard): void {
  guard(path);
  try {
    if (readFileSync(path, 'utf8') === text) return;
  } catch {
    // It is not there.
  }
  mkdirSync(dirname(path), { recursive: true });
  const temporary = `${path}.${nodeCrypto().randomBytes(6).toString('hex')}.tmp`;
  writeFileSync(temporary, text);
  renameSync(temporary, path);
}
