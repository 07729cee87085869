import { readFile, rm } from 'node:fs/promises';
import type { PathGuard } from '../fs/link-guard.ts';
import { writeSharedAtomic } from '../fs/write-atomic.ts';
import type { KeptEpoch } from '../jobs/submit/watch-epoch.ts';

/** The epoch of one place, in one file. */
export function keptEpoch(file: string, guard: PathGuard): KeptEpoch {
  return {
    async read() {
      const text = await readFile(file, 'utf8').catch(() => '');
      return text === '' ? null : text;
    },
    async write(id) {
      const known = await readFile(file, 'utf8').catch(() => '');
      if (known !== id) await writeSharedAtomic(file, id, guard);
    },
  };
}

/** Forgets it: the next run takes the place as it is. */
export async function dropEpoch(file: string, guard: PathGuard): Promise<void> {
  guard(file);
  await rm(file, { force: true });
}
