import { randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, open, rm } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Client } from '@assetgen/client';
import { AssetgenError } from '@assetgen/client/errors';
import { copyWritable, verifyContent } from '@assetgen/core';

/** First bytes of what the service makes, as Latin-1, and their extensions. */
const MAGIC: readonly (readonly [RegExp, string, 'model' | 'image' | 'video'])[] = [
  [/^glTF/, 'glb', 'model'],
  [/^\u0089PNG/, 'png', 'image'],
  [/^\u00ff\u00d8\u00ff/, 'jpg', 'image'],
  [/^RIFF.{4}WEBP/s, 'webp', 'image'],
  [/^.{4}ftypavi[fs]/s, 'avif', 'image'],
  [/^GIF8/, 'gif', 'image'],
  [/^.{4}ftyp/s, 'mp4', 'video'],
  [/^.E\u00df\u00a3/s, 'webm', 'video'],
];

/**
 * Downloads a result into a folder, under its UUID; what is no whole model, image or video is not
 * kept, and a file that is there is not replaced.
 * @param fresh asks for the address; once more where a link expired
 * @returns path of the file
 * @throws AssetgenError `ASSETGEN_DOWNLOAD`, `ASSETGEN_CONTENT`, `ASSETGEN_USAGE`
 */
export async function downloadResult(
  client: Client,
  uuid: string,
  fresh: () => Promise<string>,
  folder: string,
  signal: AbortSignal,
): Promise<string> {
  await mkdir(folder, { recursive: true });
  const stem = uuid.replaceAll(/[^\w-]/g, '_').slice(0, 100);
  const part = path.join(folder, `.${stem}.${randomBytes(4).toString('hex')}.part`);
  try {
    await fetchWhole(client, fresh, part, signal).catch(async (error: unknown) => {
      signal.throwIfAborted();
      if (!(error instanceof AssetgenError) || error.code !== 'ASSETGEN_DOWNLOAD') throw error;
      await fetchWhole(client, fresh, part, signal);
    });
    const [extension, kind] = await formatOf(part, uuid);
    await verifyContent(part, { kind });
    const file = path.join(folder, `${stem}.${extension}`);
    await copyWritable(part, file, { isNew: true }).catch((error: unknown) => {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      throw new AssetgenError('ASSETGEN_USAGE', `${file} exists already`, {
        hint: 'Name another folder, or remove the file.',
      });
    });
    return file;
  } finally {
    await rm(part, { force: true });
  }
}

async function fetchWhole(
  client: Client,
  fresh: () => Promise<string>,
  part: string,
  signal: AbortSignal,
): Promise<void> {
  const { body } = await client.download(await fresh(), { signal });
  await pipeline(body, createWriteStream(part, { mode: 0o600 }));
}

async function formatOf(
  file: string,
  uuid: string,
): Promise<readonly [extension: string, kind: 'model' | 'image' | 'video']> {
  const handle = await open(file);
  const head = Buffer.alloc(16);
  await handle.read(head, 0, 16, 0).finally(() => handle.close());
  const text = head.toString('latin1');
  const found = MAGIC.find(([pattern]) => pattern.test(text));
  if (found === undefined) {
    throw new AssetgenError(
      'ASSETGEN_CONTENT',
      `${uuid}: the result is not a model, image or video`,
    );
  }
  return [found[1], found[2]];
}
