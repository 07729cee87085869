import { stat } from 'node:fs/promises';

/** What is used of the output file systems of webpack and of Rspack. */
export interface FamilyFileSystem {
  stat(
    path: string,
    done: (error?: Error | null, stats?: { readonly size: number | bigint }) => void,
  ): void;
}

/**
 * True where the bundler writes to the disk; middleware has it write to memory. `path` is a file
 * of ours, which no file system in memory knows.
 */
export async function writesToDisk(
  system: FamilyFileSystem | null,
  path: string,
): Promise<boolean> {
  if (system === null) return false;
  const real = await stat(path).catch(() => null);
  return new Promise((resolve) => {
    system.stat(path, (error, seen) => {
      resolve(!error && real !== null && Number(seen?.size) === real.size);
    });
  });
}
