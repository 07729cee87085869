import { constants } from 'node:fs';
import { open, realpath } from 'node:fs/promises';
import path from 'node:path';
import { AssetgenError } from '@assetgen/client/errors';
import type { Upload } from '@assetgen/client';
import { isInside } from '../../fs/is-inside.ts';
import type { ImageInput } from '../../manifest/manifest.ts';
import { typeOfInput } from '../plan/digest-inputs.ts';
import { HEAD_BYTES, imageTypeOf } from './image-type.ts';

/**
 * The upload of an input file of the project. Only an image leaves the machine: by the extension of the file
 * that is really read, and by its first bytes. A repository could otherwise name, or link to, any file of the
 * project, such as one that holds passwords.
 *
 * @param root absolute path of the project
 * @throws AssetgenError `ASSETGEN_INPUT`, before anything is sent
 */
export async function fileUpload(
  image: Extract<ImageInput, { type: 'file' }>,
  root: string,
): Promise<Upload> {
  const [real, realRoot] = await Promise.all([
    realpath(image.path).catch(() => null),
    realpath(root),
  ]);
  if (real === null || !isInside(realRoot, real)) {
    throw refused(`${image.given} is no longer a file of the project`);
  }
  typeOfInput(real);
  const found = imageTypeOf(await headOf(real));
  if (found === null) {
    throw refused(`expected an image, but ${image.given} has the content of another type`);
  }
  return { path: real, type: found.type, name: path.basename(image.path) };
}

/** The upload of another asset's image: a blob has no extension, its first bytes say what it is. */
export async function blobUpload(file: string, asset: string): Promise<Upload> {
  const found = imageTypeOf(await headOf(file));
  if (found === null) {
    throw refused(
      `"${asset}" cannot be the input of another asset: its source is not a PNG, JPEG, WebP, AVIF or GIF`,
    );
  }
  return { path: file, type: found.type, name: `${path.basename(asset)}.${found.extension}` };
}

async function headOf(file: string): Promise<Buffer> {
  const handle = await open(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    if (!(await handle.stat()).isFile()) return Buffer.alloc(0);
    const head = Buffer.alloc(HEAD_BYTES);
    const { bytesRead } = await handle.read(head, 0, HEAD_BYTES, 0);
    return head.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

function refused(message: string): AssetgenError {
  return new AssetgenError('ASSETGEN_INPUT', message, { hint: 'Nothing was sent.' });
}
