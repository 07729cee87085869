import { stat } from 'node:fs/promises';
import type { OutputFile } from '@assetgen/core';
import { placeFile } from '../shared/large/place-file.ts';

/** Files that were put into an output folder, so that a rebuild in watch mode need not do it again. */
export interface PlacedFiles {
  /**
   * Puts the file at `target` unless it is there; says whether it did.
   * @param hashed whether the name has the digest in it. Under another name the file that is there
   * must be the one put there.
   */
  place(file: OutputFile, target: string, hashed: boolean): Promise<boolean>;
}

export function createPlacedFiles(): PlacedFiles {
  const placed = new Map<string, string>();

  async function isThere(file: OutputFile, target: string, hashed: boolean): Promise<boolean> {
    const stamp = await stampOf(target);
    if (hashed) return stamp?.startsWith(`${file.bytes} `) === true;
    return stamp !== null && placed.get(target) === `${file.sha256} ${stamp}`;
  }

  return {
    async place(file, target, hashed) {
      if (await isThere(file, target, hashed)) return false;
      await placeFile(file, target);
      placed.set(target, `${file.sha256} ${await stampOf(target)}`);
      return true;
    },
  };
}

async function stampOf(path: string): Promise<string | null> {
  const found = await stat(path).catch(() => null);
  return found === null ? null : `${found.size} ${found.mtimeMs} ${found.ino}`;
}
