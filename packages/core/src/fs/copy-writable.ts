import { constants } from 'node:fs';
import { copyFile, open, rm } from 'node:fs/promises';
import { isUnsupported } from './is-unsupported.ts';
import { setMode } from './set-mode.ts';

/**
 * Copies a file, as a reflink where the file system has them. The copy can be read by all and written by its owner,
 * whatever its source allows.
 *
 * @param isNew whether `target` has to be a new file. @default false
 * @throws Error of Node
 */
export async function copyWritable(
  source: string,
  target: string,
  { isNew = false }: { readonly isNew?: boolean } = {},
): Promise<void> {
  try {
    const exclusive = isNew ? constants.COPYFILE_EXCL : 0;
    await copyFile(source, target, constants.COPYFILE_FICLONE | exclusive);
  } catch (error) {
    if (!isUnsupported(error)) throw error;
    // It gives the copy the permissions of its source, and takes it away again where the file system refuses them.
    await copyBytes(source, target, isNew ? 'wx' : 'w');
  }
  setMode(target, 0o644);
}

/** Nothing is left of a copy that failed. @param flags with which `target` is opened */
async function copyBytes(source: string, target: string, flags: string): Promise<void> {
  const { pipeline } = await import('node:stream/promises');
  const from = await open(source);
  try {
    const to = await open(target, flags);
    await pipeline(from.createReadStream(), to.createWriteStream()).catch(async (error) => {
      await rm(target, { force: true });
      throw error;
    });
  } finally {
    await from.close();
  }
}
