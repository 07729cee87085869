import { createHash } from 'node:crypto';
import type { Document, Texture } from '@gltf-transform/core';
import type {
  compressTexture,
  getTextureChannelMask,
  getTextureColorSpace,
  listTextureSlots,
} from '@gltf-transform/functions';
import type Sharp from '@assetgen/render/sharp';
import type {
  ModelStepOptions,
  TextureFormat,
  TextureOptions,
} from '../../../manifest/manifest.ts';
import type { BasisEncoder } from './basis-encoder.ts';
import { shareBasisEncoder } from './basis-encoder.ts';
import { holdsData } from './holds-data.ts';
import { FEW_PIXELS } from './few-pixels.ts';
import type { KtxOptions } from './encode-ktx2.ts';
import { encodeKtx2, encodeKtx2Natively, lightestKtx2 } from './encode-ktx2.ts';
import { hasTwoRoles, splitRoles } from '../split-roles.ts';
import { withoutAlpha } from './without-alpha.ts';

interface Encoded {
  readonly image: Uint8Array;
  readonly mimeType: string;
}

/** Textures that outputs of one source share: each is encoded once for all of them. */
export interface TextureCache {
  readonly encoded: Map<string, Promise<Encoded>>;
  /** The encoder of KTX 2.0, loaded when it is first asked for. */
  readonly basis: () => Promise<BasisEncoder>;
}

export function createTextureCache(): TextureCache {
  let basis: Promise<BasisEncoder> | undefined;
  return {
    encoded: new Map(),
    basis: () => (basis ??= shareBasisEncoder()),
  };
}

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
  // A failure is reported when the texture is needed: its part of the model may be gone by then.
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
  if (mayBeKtx2(options)) splitRoles(document);
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

const mayBeKtx2 = ({ format }: TextureOptions): boolean => format === 'ktx2' || format === 'auto';

/** A power of two at or above what the LOD shows of it; never more than the limit. */
function lodSize(maxSize: number, lod: number): number {
  if (lod >= 1) return maxSize;
  let size = 1;
  while (size < maxSize * Math.sqrt(lod)) size *= 2;
  return Math.min(maxSize, size);
}

async function begin(
  document: Document,
  { maxSize, maxCount: _maxCount, ...wanted }: TextureOptions,
  lod: number,
  cache: TextureCache,
): Promise<Map<Texture, Promise<Encoded>>> {
  const libraries = await load();
  const limit = maxSize === undefined ? undefined : lodSize(maxSize, lod);
  const begun = new Map<Texture, Promise<Encoded>>();
  for (const texture of document.getRoot().listTextures()) {
    if (texture.getImage() === null || texture.getMimeType() === 'image/ktx2') continue;
    if (holdsData(texture)) continue;
    // It will be two, each encoded for its role.
    if (mayBeKtx2(wanted) && hasTwoRoles(texture)) continue;
    begun.set(texture, encoded(texture, { ...wanted, limit }, cache, libraries));
  }
  return begun;
}

interface Wanted extends Omit<TextureOptions, 'format' | 'maxSize' | 'maxCount'> {
  readonly format?: TextureFormat | undefined;
  /** Of width and height. Unit: pixels. */
  readonly limit: number | undefined;
}

/** `TextureChannel.A` of glTF-Transform. */
const ALPHA = 0x0001;

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
  const alpha = (getTextureChannelMask(texture) & ALPHA) !== 0;
  const format = wanted.format === 'jpeg' && alpha ? 'png' : wanted.format;
  const key = JSON.stringify([
    createHash('sha256').update(source).digest('hex'),
    texture.getMimeType(),
    { ...wanted, format },
    color,
    slots,
  ]);
  const known = cache.encoded.get(key);
  if (known !== undefined) return known;
  const facts = { color, alpha, normals: slots.some((slot) => /normal/i.test(slot)) };
  const made = encodeAs(texture, { ...wanted, format }, facts, cache, libraries);
  cache.encoded.set(key, made);
  return made;
}

async function encodeAs(
  texture: Texture,
  { format, codec, encoder, limit, quality }: Wanted,
  facts: Pick<KtxOptions, 'color' | 'alpha' | 'normals'>,
  { basis }: TextureCache,
  libraries: Libraries,
): Promise<Encoded> {
  const stored = texture.getImage() ?? new Uint8Array();
  const mimeType = texture.getMimeType();
  const source = facts.alpha ? stored : await withoutAlpha(stored);
  const options = { ...facts, codec, limit, quality };
  const ktx2 = (image: Uint8Array): Encoded => ({ image, mimeType: 'image/ktx2' });
  if (format === 'ktx2') {
    if (encoder === 'native') return ktx2(await encodeKtx2Natively(source, options));
    return ktx2(await encodeKtx2(source, options, basis));
  }
  const wanted = format === 'auto' ? 'webp' : (format ?? (await formatOf(stored, mimeType)));
  const made = await encodeImage(
    source,
    { format: wanted, limit, quality },
    facts.color,
    libraries,
  );
  const isNoGain = made.mimeType === mimeType && made.image.length >= stored.length;
  if (isNoGain && limit === undefined) return { image: stored, mimeType };
  if (format !== 'auto') return made;
  const light = await lightestKtx2(source, options, made.image, basis);
  return light === null ? made : ktx2(light);
}

interface ImageFormat {
  readonly format: Stored;
  readonly limit: number | undefined;
  readonly quality: number | undefined;
}

type Stored = Exclude<TextureFormat, 'auto' | 'ktx2'>;

/** By their names in the image library. */
const TEXTURES: Readonly<Partial<Record<string, Stored>>> = {
  png: 'png',
  jpeg: 'jpeg',
  webp: 'webp',
  heif: 'avif',
};

/** By what it is: of one that says it is another, the library would read a wrong size. */
async function formatOf(image: Uint8Array, mimeType: string): Promise<Stored> {
  const { default: sharp } = await import('@assetgen/render/sharp');
  const { format } = await sharp(image).metadata();
  return TEXTURES[format] ?? (mimeType.replace('image/', '') as Stored);
}

async function encodeImage(
  source: Uint8Array,
  { format, limit, quality }: ImageFormat,
  color: boolean,
  { Document, compressTexture, sharp }: Libraries,
): Promise<Encoded> {
  // Viewers take the numbers of a texture as they are stored, whatever its colour profile (glTF 2.0, section 3.8.3).
  const asStored = (input: Uint8Array, options: object = {}): ReturnType<typeof sharp> =>
    sharp(input, { ...options, ignoreIcc: true });
  const { width, height, format: stored } = await sharp(source).metadata();
  const shrink = Math.min(1, (limit ?? Infinity) / Math.max(width, height));
  // Of a strip of colours, 1 pixel high, the other side would have no pixel left.
  const isThin = Math.min(width, height) * shrink < 1;
  const [across, down] = [width, height].map((side) => Math.max(1, Math.floor(side * shrink)));
  const thin = (): Promise<Uint8Array> =>
    asStored(source).resize(across, down, { fit: 'fill' }).png().toBuffer();
  const hasFew = width * height * shrink ** 2 < FEW_PIXELS;
  const apart = new Document()
    .createTexture()
    .setImage(isThin ? await thin() : source)
    .setMimeType(`image/${isThin ? 'png' : (TEXTURES[stored] ?? format)}`);
  await compressTexture(apart, {
    encoder: asStored,
    // A copy is in no slot that would tell.
    chromaSubsampling: color && !hasFew ? '4:2:0' : '4:4:4',
    targetFormat: format,
    ...(limit === undefined ? {} : { resize: [limit, limit] as [number, number] }),
    ...(quality === undefined ? {} : { quality }),
    lossless: hasFew,
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
    import('@assetgen/render/sharp'),
  ]);
  return { ...functions, Document: core.Document, sharp };
}
