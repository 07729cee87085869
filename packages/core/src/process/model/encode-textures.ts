import { createHash } from 'node:crypto';
import type { Document, Texture } from '@gltf-transform/core';
import type {
  compressTexture,
  getTextureChannelMask,
  getTextureColorSpace,
  listTextureSlots,
} from '@gltf-transform/functions';
import type Sharp from 'sharp';
import type { ModelStepOptions, TextureOptions } from '../../manifest/manifest.ts';
import { encodeKtx2 } from './encode-ktx2.ts';

interface Encoded {
  readonly image: Uint8Array;
  readonly mimeType: string;
}

/** Textures that outputs of one source share: each is encoded once for all of them. */
export type TextureCache = Map<string, Promise<Encoded>>;

/**
 * Begins to encode what {@link encodeTextures} will want, as far as that is known before: which
 * textures a limit of their number spares is not.
 * @returns when all are under way
 */
export async function beginTextures(
  document: Document,
  { textures, lod = 1 }: ModelStepOptions,
  cache: TextureCache,
): Promise<void> {
  if (textures === undefined) return;
  const { maxCount = Infinity } = textures;
  if (document.getRoot().listTextures().length > maxCount) return;
  const begun = await begin(document, textures, lod, cache);
  // What fails is told where it is wanted: its part of the model may be gone by then.
  for (const each of begun.values()) each.catch(() => undefined);
}

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
  const begun = await begin(document, options, lod, cache);
  await Promise.all(
    Array.from(begun, async function encodeOne([texture, encoded]) {
      const { image, mimeType } = await encoded;
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

async function begin(
  document: Document,
  { format, quality, maxSize }: TextureOptions,
  lod: number,
  cache: TextureCache,
): Promise<Map<Texture, Promise<Encoded>>> {
  const libraries = await load();
  const limit = maxSize === undefined ? undefined : lodSize(maxSize, lod);
  const begun = new Map<Texture, Promise<Encoded>>();
  for (const texture of document.getRoot().listTextures()) {
    if (texture.getImage() === null || texture.getMimeType() === 'image/ktx2') continue;
    begun.set(texture, encoded(texture, { format, quality, limit }, cache, libraries));
  }
  return begun;
}

interface Wanted {
  readonly format: TextureOptions['format'] | undefined;
  readonly quality: number | undefined;
  /** Of width and height. Unit: pixels. */
  readonly limit: number | undefined;
}

/** Begins at once: nothing is awaited before the encoder has it. */
function encoded(
  texture: Texture,
  wanted: Wanted,
  cache: TextureCache,
  libraries: Libraries,
): Promise<Encoded> {
  const { getTextureChannelMask, getTextureColorSpace, listTextureSlots } = libraries;
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
      : encodeImage(texture, { format, limit, quality }, color, libraries);
  cache.set(key, made);
  return made;
}

/** Of the texture only its image is read: the model may go on changing meanwhile. */
async function encodeImage(
  texture: Texture,
  { format, limit, quality }: Wanted,
  color: boolean,
  { Document, compressTexture, sharp }: Libraries,
): Promise<Encoded> {
  const source = texture.getImage() ?? new Uint8Array();
  const mimeType = texture.getMimeType();
  const apart = new Document().createTexture().setImage(source).setMimeType(mimeType);
  await compressTexture(apart, {
    encoder: sharp,
    // A copy is in no slot that would tell.
    chromaSubsampling: color ? '4:2:0' : '4:4:4',
    ...(format === undefined || format === 'ktx2' ? {} : { targetFormat: format }),
    ...(limit === undefined ? {} : { resize: [limit, limit] as [number, number] }),
    ...(quality === undefined ? {} : { quality }),
  });
  return { image: apart.getImage() ?? new Uint8Array(), mimeType: apart.getMimeType() };
}

interface Libraries {
  readonly Document: typeof Document;
  readonly compressTexture: typeof compressTexture;
  readonly getTextureChannelMask: typeof getTextureChannelMask;
  readonly getTextureColorSpace: typeof getTextureColorSpace;
  readonly listTextureSlots: typeof listTextureSlots;
  readonly sharp: typeof Sharp;
}

async function load(): Promise<Libraries> {
  const [core, functions, { default: sharp }] = await Promise.all([
    import('@gltf-transform/core'),
    import('@gltf-transform/functions'),
    import('sharp'),
  ]);
  return { ...functions, Document: core.Document, sharp };
}
