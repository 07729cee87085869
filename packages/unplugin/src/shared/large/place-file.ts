import { chmod, constants, copyFile, mkdir, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { nodeCrypto } from '@assetgen/core/warm';
import type { OutputFile } from '@assetgen/core';

/**
 * Puts a copy of the output at `target` (a reflink where the file system has them), in place of
 * whatever is there. Never a hard link: a later build that writes into the folder would write into
 * our files. By a temporary name, so that nobody reads half a file and an interrupted build leaves
 * none.
 */
export async function placeFile(file: OutputFile, target: string): Promise<void> {
  const temporary = `${target}.${nodeCrypto().randomBytes(6).toString('hex')}.tmp`;
  try {
    await copyInto(file.path, temporary);
    const { size } = await stat(temporary);
    if (size !== file.bytes) {
      throw Object.assign(
        new Error(
          `${file.path} changed during the build: expected ${file.bytes} bytes, found ${size}`,
        ),
        { code: 'ASSETGEN_STUB_LEFT', hint: 'Build again.' },
      );
    }
    await rename(temporary, target);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

async function copyInto(source: string, target: string): Promise<void> {
  try {
    await copy(source, target);
  } catch (error) {
    if (!isMissing(error)) throw error;
    await mkdir(dirname(target), { recursive: true });
    await copy(source, target);
  }
}

async function copy(source: string, target: string): Promise<void> {
  try {
    await copyFile(source, target, constants.COPYFILE_FICLONE);
    // A copy takes over the mode, and outputs may be read-only.
    await chmod(target, 0o644);
  } catch (error) {
    if (isMissing(error)) throw error;
    // Some file systems refuse permissions: what copies there is loaded there alone.
    const { copyWritable } = await import('@assetgen/core');
    await copyWritable(source, target);
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}
