import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Leaves a file alone that has the text already: watchers and caches look at its time. */
export async function writeIfChanged(path: string, text: string): Promise<boolean> {
  if ((await readFile(path, 'utf8').catch(() => null)) === text) return false;
  await mkdir(dirname(path), { recursive: true });
  // Compilers of one project write at the same time, and none may read half a file.
  const temporary = `${path}.${randomBytes(6).toString('hex')}.tmp`;
  await writeFile(temporary, text);
  await rename(temporary, path);
  return true;
}
