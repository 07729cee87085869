import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** True where this process may mount: as root, outside of most containers. */
export const mayMount: boolean = (() => {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false;
  const probe = mkdtempSync(path.join(tmpdir(), 'mount-'));
  const done = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', probe]).status === 0;
  if (done) spawnSync('umount', [probe]);
  rmSync(probe, { recursive: true, force: true });
  return done;
})();

/** A folder that a test mounted something on. */
export interface Mount {
  readonly dir: string;
  close(): void;
}

/** A file system of its own that holds so much. */
export function mountSmall(kilobytes: number): Mount {
  const dir = mkdtempSync(path.join(tmpdir(), 'small-'));
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${kilobytes}k,mode=0777`, 'tmpfs', dir]);
  return { dir, close: () => unmount(dir) };
}

/** The same folder in a second place, where nobody may write. */
export function mountReadOnly(folder: string): Mount {
  const dir = `${folder}-read-only`;
  mkdirSync(dir);
  execFileSync('mount', ['--bind', folder, dir]);
  execFileSync('mount', ['-o', 'remount,ro,bind', dir]);
  return { dir, close: () => unmount(dir) };
}

function unmount(dir: string): void {
  // Lazily: a process that was killed may still hold a file.
  execFileSync('umount', ['-l', dir]);
}
