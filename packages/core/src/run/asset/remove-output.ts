import { rm } from 'node:fs/promises';
import path from 'node:path';
import type { LockedOutput } from '../../lock/lock.ts';
import { mayBeOutput } from '../../manifest/check-name.ts';
import { digestFile } from '../../store/cas/digest.ts';
import type { WorkspaceFiles } from '../workspace/workspace.ts';

/**
 * Removes the file of an output that nobody asks for any more. A lock comes with the repository, so
 * its word alone deletes nothing: the name must be one that a manifest can give, no step on the way
 * may be a link, and the bytes must be those that the lock names, or that we wrote here ourselves.
 * Any other file stays.
 *
 * @param asset its name
 * @param output the name of the output
 * @param locked what the lock says of it
 * @throws AssetgenError `ASSETGEN_LINK`
 */
export async function removeOutput(
  asset: string,
  output: string,
  locked: LockedOutput,
  { filesDir, stats, guard }: Pick<WorkspaceFiles, 'filesDir' | 'stats' | 'guard'>,
): Promise<void> {
  if (!mayBeOutput(asset, output)) return;
  const file = path.join(filesDir, output);
  guard(file);
  const known = stats.known(file);
  if (known === undefined) return;
  const isOurs = known !== null || (await digestFile(file).catch(() => null)) === locked.digest;
  if (isOurs) await rm(file, { force: true });
}
