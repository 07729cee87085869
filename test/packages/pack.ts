import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root: string = fileURLToPath(new URL('../..', import.meta.url));

/** What `npm run pack:all -- --json` tells of one tarball. */
export interface Tarball {
  readonly name: string;
  readonly version: string;
  /** Absolute path of the `.tgz`. */
  readonly file: string;
  readonly bytes: number;
  /** Paths within the package, sorted. */
  readonly files: readonly string[];
}

/** A file such as a deleted source leaves behind in `dist`; it must not ship. */
export const STALE = 'dist/deleted-source.js';

/** Builds from nothing and packs every published package, once in a run; `npm test` has done so before. */
export function packAll(): readonly Tarball[] {
  const out = process.env['TEST_TARBALLS'] || join(tmpdir(), 'tarballs');
  const index = join(out, 'index.json');
  if (!existsSync(index)) {
    execFileSync(process.execPath, [join(root, 'test/support/pack-once.mjs'), out], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  }
  return JSON.parse(readFileSync(index, 'utf8')) as Tarball[];
}
