import { createHash } from 'node:crypto';
import { readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Digest } from '../../brands.ts';
import type { PathGuard } from '../../fs/link-guard.ts';
import { SMALL_FILE, readText } from '../../fs/read-text.ts';
import { writeSharedAtomic } from '../../fs/write-atomic.ts';

/** What the cache remembers of a project that used it, so that prune knows what is in use. */
export interface ProjectRecord {
  /** Absolute path, as it was. */
  readonly root: string;
  /** Digests that its lock named when it was built last. */
  readonly digests: readonly Digest[];
  /** When that was. Unit: milliseconds. */
  readonly at: number;
}

/** Writes a project's record; called before its first blob is stored, and after its last. */
export async function writeProjectRecord(
  cacheDir: string,
  root: string,
  digests: readonly Digest[],
  guard: PathGuard,
): Promise<void> {
  const text = `${JSON.stringify({ root, digests: [...digests].sort() })}\n`;
  await writeSharedAtomic(recordFile(cacheDir, root), text, guard);
}

/** Forgets a project. What it used is nobody's then. */
export async function removeProjectRecord(
  cacheDir: string,
  root: string,
  guard: PathGuard,
): Promise<void> {
  const file = recordFile(cacheDir, root);
  guard(file);
  await rm(file, { force: true });
}

function recordFile(cacheDir: string, root: string): string {
  const name = createHash('sha256').update(root).digest('hex').slice(0, 32);
  return path.join(cacheDir, 'projects', `${name}.json`);
}

/** All records. One that cannot be read is an error: what it names must not be guessed. */
export async function readProjectRecords(cacheDir: string): Promise<readonly ProjectRecord[]> {
  const folder = path.join(cacheDir, 'projects');
  const names = await readdir(folder).catch(() => []);
  const records: ProjectRecord[] = [];
  for (const name of names.filter((each) => each.endsWith('.json'))) {
    const file = path.join(folder, name);
    const value = JSON.parse(await readText(file, SMALL_FILE)) as Partial<ProjectRecord>;
    if (typeof value.root !== 'string' || !Array.isArray(value.digests)) {
      throw new TypeError(`${file} is not the record of a project`);
    }
    records.push({ root: value.root, digests: value.digests, at: (await stat(file)).mtimeMs });
  }
  return records;
}
