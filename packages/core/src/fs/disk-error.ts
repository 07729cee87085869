import { statSync } from 'node:fs';
import type { Stats } from 'node:fs';
import path from 'node:path';
import { AssetgenError } from '@assetgen/client/errors';

/** What a disk that will not take or give bytes says, and what to do about it. */
const REASONS: Readonly<Record<string, readonly [string, string]>> = {
  ENOSPC: ['no space is left on the disk', 'Free some space and run again.'],
  EDQUOT: ['the quota of the disk is used up', 'Free some space and run again.'],
  EROFS: ['the file system is read-only', 'Make it writable'],
  EACCES: ['permission is denied', 'Make it writable'],
  EPERM: ['the operation is not permitted', 'Make it writable'],
  ENOTDIR: ['a file is where a folder is needed', 'Move that file away'],
  EISDIR: ['a folder is where a file is needed', 'Move that folder away'],
  ENAMETOOLONG: ['its path is too long', 'Give the asset a shorter name.'],
  ENOTFILE: ['the path is not a file', 'Move it away'],
  ELOOP: ['a symbolic link is where a file is needed', 'Move that link away'],
  EMFILE: [
    'too many files are open',
    'Raise the limit (`ulimit -n 4096`), or lower "concurrency".',
  ],
  ENFILE: ['the machine has too many files open', 'Close other programs, and run again.'],
  EIO: ['the disk failed', 'Check the disk.'],
};

/**
 * The error of a disk as `ASSETGEN_DISK`; any other error as it is.
 * @param what the folder or file, as the message names it
 * @param elsewhere how to use another place
 */
export function diskError(error: unknown, what: string, elsewhere?: string): unknown {
  const code = codeOf(error);
  const known = REASONS[code];
  if (known === undefined || error instanceof AssetgenError) return error;
  const [reason, advice] = known;
  const file = code === 'ENOTDIR' ? fileInTheWay(error) : null;
  const todo = file === null ? advice : `Move the file ${file} away`;
  const hint = elsewhere === undefined ? todo : `${todo.replace(/\.$/, '')}, or ${elsewhere}`;
  return new AssetgenError('ASSETGEN_DISK', `${what}: ${reason} (${code})`, {
    hint: /[.]$/.test(hint) ? hint : `${hint}.`,
    cause: error,
  });
}

/** A folder that cannot be made because a file has its name is said with either code. */
function codeOf(error: unknown): string {
  if (!(error instanceof Error && 'code' in error)) return '';
  const isFolder = error.code === 'EEXIST' && 'syscall' in error && error.syscall === 'mkdir';
  return isFolder ? 'ENOTDIR' : String(error.code);
}

/** The file that stands where a path has a folder; null if the error names no path, or it is gone by now. */
function fileInTheWay(error: unknown): string | null {
  const isNamed = error instanceof Error && 'path' in error && typeof error.path === 'string';
  return isNamed ? nearestFile(path.resolve(String(error.path))) : null;
}

/** What stands at a path, or else the nearest above it, if that is a file; devices stay where they are. */
function nearestFile(at: string): string | null {
  const stats = statOf(at);
  if (stats !== null) return stats.isFile() ? at : null;
  const above = path.dirname(at);
  return above === at ? null : nearestFile(above);
}

/** null where nothing stands: Node 20 throws where a file is in the way, later versions do not. */
function statOf(at: string): Stats | null {
  try {
    return statSync(at);
  } catch {
    return null;
  }
}
