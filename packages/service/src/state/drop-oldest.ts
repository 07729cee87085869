import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { ifExists } from './write-atomic.ts';

interface Found {
  readonly path: string;
  readonly bytes: number;
  readonly written: number;
}

/**
 * Deletes the files that were written longest ago until the folder (with its folders) holds at
 * most `limit` bytes. What cannot be deleted stays.
 */
export async function dropOldest(folder: string, limit: number): Promise<void> {
  const files = await filesIn(folder);
  let total = files.reduce((sum, file) => sum + file.bytes, 0);
  for (const file of files.sort((a, b) => a.written - b.written)) {
    if (total <= limit) return;
    await rm(file.path, { force: true }).then(
      () => (total -= file.bytes),
      () => undefined,
    );
  }
}

async function filesIn(folder: string): Promise<Found[]> {
  const entries = (await ifExists(readdir(folder, { withFileTypes: true }))) ?? [];
  const found: Found[] = [];
  for (const entry of entries) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      found.push(...(await filesIn(path)));
      continue;
    }
    const facts = await ifExists(stat(path));
    if (facts !== undefined) found.push({ path, bytes: facts.size, written: facts.mtimeMs });
  }
  return found;
}
