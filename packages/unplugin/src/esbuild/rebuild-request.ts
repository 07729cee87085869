import { randomUUID } from 'node:crypto';
import { rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Has an esbuild that watches build once more: a plugin can ask it only by a file that it watches. */
export interface RebuildRequest {
  /** For esbuild to watch. It stands there from the request to the build that it asked for. */
  readonly file: string;
  make(): void;
  withdraw(): void;
}

export function createRebuildRequest(): RebuildRequest {
  const file = join(tmpdir(), `assetgen-rebuild-${randomUUID()}`);
  return {
    file,
    make: () => writeFileSync(file, ''),
    withdraw: () => rmSync(file, { force: true }),
  };
}
