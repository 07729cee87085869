import { statSync } from 'node:fs';
import path from 'node:path';
import { AssetgenError } from '@assetgen/client/errors';

/**
 * The folder that `--root` names; the current folder without it.
 *
 * @param isMade whether the command makes a folder that does not exist
 * @returns absolute path
 * @throws AssetgenError `ASSETGEN_USAGE` for a folder that does not exist, or for a file
 */
export function rootFolder(named: unknown, isMade: boolean): string {
  if (typeof named !== 'string') return path.resolve('.');
  const root = path.resolve(named);
  const found = whatIsAt(root);
  if (found === 'a folder' || (found === 'nothing' && isMade)) return root;
  throw new AssetgenError(
    'ASSETGEN_USAGE',
    `--root: expected a folder, found ${found} at ${root}`,
    {
      hint: 'Name the folder of your project, or make one with `assetgen init --root DIR`.',
    },
  );
}

function whatIsAt(place: string): 'a folder' | 'a file' | 'nothing' {
  try {
    return statSync(place).isDirectory() ? 'a folder' : 'a file';
  } catch {
    return 'nothing';
  }
}
