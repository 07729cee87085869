import { chmodSync, mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

const PREFIX = 'assetgen-test-';

/**
 * Vitest's global set-up: one folder for all temporary files of the run, removed at its end. Projects
 * that run together share it: one in another would make paths too long for the sockets in them (107
 * bytes).
 */
export default function useTempRoot(): () => Promise<void> {
  return useRootIn(tmpdir());
}

/** @param parent where the folder of the run is made */
export function useRootIn(parent: string): () => Promise<void> {
  const before = process.env['TMPDIR'];
  if (basename(tmpdir()).startsWith(PREFIX)) return () => Promise.resolve();
  const root = mkdtempSync(join(parent, PREFIX));
  // Tests of other users have to pass through it.
  chmodSync(root, 0o711);
  process.env['TMPDIR'] = root;
  return async function removeTempRoot() {
    if (before === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = before;
    // Hundreds of thousands of files take seconds, in which vitest still listens to workers that end.
    await rm(root, { recursive: true, force: true, maxRetries: 3 });
  };
}
