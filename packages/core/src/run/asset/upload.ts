import { open } from 'node:fs/promises';
import path from 'node:path';
import { AssetgenError } from '@assetgen/client/errors';
import type { Upload } from '@assetgen/client';
import type { ImageInput } from '../../manifest/manifest.ts';
import { typeOfInput } from '../plan/digest-inputs.ts';

/** The upload of an input file of the project. */
export function fileUpload(image: Extract<ImageInput, { type: 'file' }>): Upload {
  return { path: image.path, type: typeOfInput(image.path), name: path.basename(image.path) };
}

/** First bytes of the image formats that a service reads, as Latin-1. */
const MAGIC: readonly (readonly [RegExp, string, string])[] = [
  [/^\u0089PNG/, 'image/png', 'png'],
  [/^\u00ff\u00d8\u00ff/, 'image/jpeg', 'jpg'],
  [/^RIFF.{4}WEBP/s, 'image/webp', 'webp'],
  [/^.{4}ftypavi[fs]/s, 'image/avif', 'avif'],
  [/^GIF8/, 'image/gif', 'gif'],
];

/** The upload of another asset's image: a blob has no extension, its first bytes say what it is. */
export async function blobUpload(file: string, asset: string): Promise<Upload> {
  const handle = await open(file);
  const head = Buffer.alloc(16);
  await handle.read(head, 0, 16, 0).finally(() => handle.close());
  const text = head.toString('latin1');
  const found = MAGIC.find(([pattern]) => pattern.test(text));
  if (found === undefined) {
    throw new AssetgenError(
      'ASSETGEN_INPUT',
      `"${asset}" cannot feed another asset: its source is no PNG, JPEG, WebP, AVIF or GIF`,
    );
  }
  const [, type, extension] = found;
  return { path: file, type, name: `${path.basename(asset)}.${extension}` };
}
