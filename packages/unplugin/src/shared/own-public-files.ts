import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { OutputFile } from '@assetgen/core';

/**
 * The public outputs at whose place the user has a file. The same bytes are no other file: who copied an
 * output there loses nothing.
 *
 * @param folder the bundler's folder of files that it ships as they are; absolute
 */
export function ownPublicFiles(files: readonly OutputFile[], folder: string): OutputFile[] {
  return files.filter((file) => {
    if (file.public === undefined) return false;
    const path = join(folder, file.public);
    const own = statSync(path, { throwIfNoEntry: false });
    if (own?.isFile() !== true) return false;
    return own.size !== file.bytes || !readFileSync(path).equals(readFileSync(file.path));
  });
}

/**
 * Whether a tool around the bundler, such as Rsbuild, copied a folder of the user to the output folder, where this
 * output would replace a file of it.
 *
 * @param folder absolute, such as `public/`
 * @param outputPath the output folder
 */
export function isCopiedOwn(file: OutputFile, folder: string, outputPath: string): boolean {
  if (file.public === undefined) return false;
  const own = join(folder, file.public);
  if (ownPublicFiles([file], folder).length === 0) return false;
  const copied = join(outputPath, file.public);
  return existsSync(copied) && readFileSync(copied).equals(readFileSync(own));
}

/** @param own what the user has there, as the beginning of a sentence */
export function publicTaken({ asset, public: path }: OutputFile, own: string): Error {
  const message = `${own} would be replaced: the asset "${asset}" has "public": ${JSON.stringify(path)}`;
  return Object.assign(new Error(message), {
    code: 'ASSETGEN_PUBLIC_TAKEN',
    hint: 'Remove that file, or give the output another "public".',
  });
}
