import { accessSync, constants, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { useRootIn } from './temp-root.ts';

/** Where Linux keeps files in memory. */
const MEMORY = '/dev/shm';

/** What a tier of tests keeps at once is a tenth of this. Unit: bytes. */
const ENOUGH = 2 ** 31;

/**
 * Vitest's global set-up, as `temp-root.ts`, in memory where that can be: a journal waits for the disk
 * at each record, and so do the hundreds of runs of a simulation, for as long as others keep it busy.
 * What a real disk does is for the end-to-end tests.
 */
export default function useMemoryRoot(): () => Promise<void> {
  return useRootIn(holdsTests(MEMORY) ? MEMORY : tmpdir());
}

/** Containers may give it 64 MB, or allow no programs in it. */
function holdsTests(folder: string): boolean {
  let probe: string | null = null;
  try {
    const { bavail, bsize } = statfsSync(folder);
    if (bavail * bsize < ENOUGH) return false;
    probe = mkdtempSync(join(folder, 'assetgen-probe-'));
    const program = join(probe, 'program');
    writeFileSync(program, '#!/bin/sh\n', { mode: 0o755 });
    accessSync(program, constants.X_OK);
    return true;
  } catch {
    return false;
  } finally {
    if (probe !== null) rmSync(probe, { recursive: true, force: true });
  }
}
