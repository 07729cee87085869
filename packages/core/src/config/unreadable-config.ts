import { AssetgenError } from '@assetgen/client/errors';
import type { Placed } from './placed-error.ts';

/** ASSETGEN_CONFIG of a config that cannot be read. */
export function unreadableConfig(reason: string, cause: unknown): AssetgenError {
  return new AssetgenError('ASSETGEN_CONFIG', `the config cannot be read: ${reason}`, { cause });
}

/** What the reader of a file says is wrong in it: one line, without the file's name. */
export function reasonOf(error: unknown): string {
  const { reason, message = String(error) } = Object(error) as Partial<Placed & Error>;
  // The reason stands behind the name of the file, on a line of its own.
  return firstLine(reason ?? message.replace(/^\w+ Error in .*:\s*\n/, ''));
}

function firstLine(text: string): string {
  return text.split('\n')[0] ?? '';
}
