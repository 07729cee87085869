import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { linkGuard, nodeCrypto } from '@assetgen/core/warm';
import type { OutputFile } from '@assetgen/core';
import { writeIfChanged } from './write-if-changed.ts';

/** What this plugin put into output folders: only that may be replaced there. */
export interface PlacedPublic {
  /** Whether a file that we did not put there stands at an absolute path, and is another one than `file`. */
  isTaken(file: OutputFile, target: string): boolean;
  /** To be called with what was put there. */
  note(file: OutputFile, target: string): void;
  /** Keeps what was noted for the next build. */
  save(): Promise<void>;
}

/** @param root of the project; what was placed is remembered in its `.assetgen` */
export function openPlacedPublic(root: string): PlacedPublic {
  const path = join(root, '.assetgen', 'placed.json');
  const placed = read(path);
  return {
    isTaken(file, target) {
      if (!existsSync(target)) return false;
      const digest = nodeCrypto().createHash('sha256').update(readFileSync(target)).digest('hex');
      return digest !== file.sha256 && digest !== placed.get(target);
    },
    note(file, target) {
      placed.set(target, file.sha256);
    },
    async save() {
      const known = Object.fromEntries([...placed].filter(([target]) => existsSync(target)));
      await writeIfChanged(path, `${JSON.stringify(known, null, 2)}\n`, linkGuard(root));
    },
  };
}

/** An unreadable file says nothing. */
function read(path: string): Map<string, string> {
  try {
    const known = JSON.parse(readFileSync(path, 'utf8')) as unknown;
    const entries = Object.entries(typeof known === 'object' && known !== null ? known : {});
    return new Map(entries.filter((each): each is [string, string] => typeof each[1] === 'string'));
  } catch {
    return new Map();
  }
}
