import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
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

/** Builds from nothing and packs every published package, once in a run of the tests. */
export function packAll(): readonly Tarball[] {
  const out = join(tmpdir(), 'tarballs');
  const index = join(out, 'index.json');
  if (!existsSync(index)) {
    mkdirSync(join(root, 'packages/client/dist'), { recursive: true });
    writeFileSync(join(root, 'packages/client', STALE), 'export {};\n');
    const script = join(root, 'scripts/pack-all.mjs');
    const stdout = execFileSync(process.execPath, [script, '--json', '--out', out], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    writeFileSync(index, stdout);
  }
  return JSON.parse(readFileSync(index, 'utf8')) as Tarball[];
}
