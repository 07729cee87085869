import { createHash } from 'node:crypto';
import type { Document, Texture } from '@gltf-transform/core';
import type { TextureOptions } from '../manifest/types.ts';
import { encodeKtx2 } from './model-ktx.ts';

interface Encoded {
  readonly image: Uint8Array;
  readonly mimeType: string;
}

/** Textures that outputs of one source share: each is encoded once for all of them. */
export type TextureCache = Map<string, Promise<Encoded>>;

/**
 * Resizes and re-encodes all textures.
 * @param lod share of a LOD: its textures are as much smaller as it is on the screen
 */
export async function encodeTextures(
  document: Document,
  options: TextureOptions,
  lod: number,
  cache: TextureCache,
): Promise<void> {
  const { EXTTextureAVIF, EXTTextureWebP, KHRTextureBasisu } =
    await import('@gltf-transform/extensions');
  const textures = document
    .getRoot()
    .listTextures()
    .filter((texture) => texture.getImage() !== null && texture.getMimeType() !== 'image/ktx2');
  const { format, quality, maxSize } = options;
  const limit = maxSize === undefined ? undefined : lodSize(maxSize, lod);
  await Promise.all(
    textures.map(async function encodeOne(texture) {
      const { image, mimeType } = await encoded(texture, { format, quality, limit }, cache);
      texture.setImage(image).setMimeType(mimeType);
    }),
  );
  const types = new Set(
    document
      .getRoot()
      .listTextures()
      .map((each) => each.getMimeType()),
  );
  if (types.has('image/webp')) document.createExtension(EXTTextureWebP).setRequired(true);
  if (types.has('image/avif')) document.createExtension(EXTTextureAVIF).setRequired(true);
  if (types.has('image/ktx2')) document.createExtension(KHRTextureBasisu).setRequired(true);
}

/** A power of two at or above what the LOD shows of it; never more than the limit. */
function lodSize(maxSize: number, lod: number): number {
  if (lod >= 1) return maxSize;
  let size = 1;
  while (size < maxSize * Math.sqrt(lod)) size *= 2;
  return Math.min(maxSize, size);
}

interface Wanted {
  readonly format: TextureOptions['format'] | undefined;
  readonly quality: number | undefined;
  /** Of width and height. Unit: pixels. */
  readonly limit: number | undefined;
}

async function encoded(texture: Texture, wanted: Wanted, cache: TextureCache): Promise<Encoded> {
  const { getTextureChannelMask, getTextureColorSpace, listTextureSlots } =
    await import('@gltf-transform/functions');
  const source = texture.getImage() ?? new Uint8Array();
  const slots = listTextureSlots(texture).sort();
  const color = getTextureColorSpace(texture) === 'srgb';
  // Alpha counts only where a material reads it: a JPEG has none.
  const alpha = (getTextureChannelMask(texture) & 0x1000) !== 0;
  const format = wanted.format === 'jpeg' && alpha ? 'png' : wanted.format;
  const { limit, quality } = wanted;
  const key = JSON.stringify([
    createHash('sha256').update(source).digest('hex'),
    texture.getMimeType(),
    format,
    limit,
    quality,
    color,
    slots,
  ]);
  const known = cache.get(key);
  if (known !== undefined) return known;
  const made =
    format === 'ktx2'
      ? encodeKtx2(source, { limit, quality, color, normals: slots.includes('normalTexture') })
      : encodeImage(texture, { format, limit, quality });
  cache.set(key, made);
  return made;
}

async function encodeImage(texture: Texture, { format, limit, quality }: Wanted): Promise<Encoded> {
  const [{ compressTexture }, { default: sharp }] = await Promise.all([
    import('@gltf-transform/functions'),
    import('sharp'),
  ]);
  await compressTexture(texture, {
    encoder: sharp,
    ...(format === undefined || format === 'ktx2' ? {} : { targetFormat: format }),
    ...(limit === undefined ? {} : { resize: [limit, limit] as [number, number] }),
    ...(quality === undefined ? {} : { quality }),
  });
  return { image: texture.getImage() ?? new Uint8Array(), mimeType: texture.getMimeType() };
}
