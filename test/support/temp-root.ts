import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Vitest's global set-up: one folder for all temporary files of the run, removed at its end. */
export default function useTempRoot(): () => void {
  const root = mkdtempSync(join(tmpdir(), 'assetgen-test-'));
  // Tests of other users have to pass through it; one project's may stand in another's.
  chmodSync(root, 0o711);
  const before = process.env['TMPDIR'];
  process.env['TMPDIR'] = root;
  return function removeTempRoot() {
    if (before === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = before;
    rmSync(root, { recursive: true, force: true, maxRetries: 3 });
  };
}
