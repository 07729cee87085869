import { AssetgenError } from '@assetgen/client/errors';
import type { Document } from '@gltf-transform/core';
import type { ImageFormat } from '../../manifest/manifest.ts';
import { decodeKtx2 } from './textures/decode-ktx2.ts';
import { namesDraco, openModelIO, readModel } from './open-model-io.ts';
import { refuseTextures } from './textures/refuse-textures.ts';

/** Options of `renderThumbnail`. */
export interface ThumbnailOptions {
  /** Unit: pixels, 1 to 4096. @default 512 */
  readonly width?: number;
  /** Unit: pixels, 1 to 4096. @default the width */
  readonly height?: number;
  /** @default 'png' */
  readonly format?: 'png' | 'webp';
  /**
   * `transparent`: the model and its soft shadow, to stand on any page. `studio`: a light grey with
   * a darker rim. Else a CSS colour. @default 'transparent'
   */
  readonly background?: string;
}

/** Most pixels a side: what is drawn, four samples a pixel, has to fit into memory. */
const MOST = 4096;

/**
 * Draws a picture of a GLB (glTF 2.0, binary) without a GPU: its default scene at rest, from the
 * front right and a little above, fitted to the picture. Reads Draco, meshopt and quantised
 * geometry, and textures of PNG, JPEG, webp, avif and KTX2 (Basis Universal). The same model and
 * options give the same pixels.
 *
 * @example
 * const webp = await renderThumbnail(await readFile('dragon.glb'), { format: 'webp', width: 256 });
 * @throws AssetgenError `ASSETGEN_CONTENT` when `glb` is not a GLB
 * @throws RangeError when a size or the colour is none
 */
export async function renderThumbnail(
  glb: Uint8Array,
  options: ThumbnailOptions = {},
): Promise<Uint8Array> {
  const { format = 'png', background = 'transparent' } = options;
  const width = side('width', options.width ?? 512);
  const height = side('height', options.height ?? width);
  const document = await readModel(await openModelIO(namesDraco(glb)), glb);
  await refuseTextures(document);
  return drawThumbnail(document, { width, height, background }, format);
}

function side(name: string, value: number): number {
  if (Number.isInteger(value) && value >= 1 && value <= MOST) return value;
  throw new RangeError(`${name}: expected an integer from 1 to ${MOST}, found ${value}`);
}

/** How a thumbnail is drawn and encoded; sizes in pixels. */
interface DrawOptions {
  readonly width: number;
  readonly height: number;
  readonly background: string;
  /** 1 to 100. */
  readonly quality?: number;
  readonly effort?: number;
  readonly lossless?: boolean;
}

/** Draws a document that is decoded already. */
export async function drawThumbnail(
  document: Document,
  { width, height, background, ...encoding }: DrawOptions,
  format: ImageFormat,
): Promise<Uint8Array> {
  const [{ drawDocument }, { default: sharp }, backdrop] = await Promise.all([
    import('@assetgen/render'),
    import('@assetgen/render/sharp'),
    backdropOf(background),
  ]);
  const simple = await simplerOf(await decodeKtx2(document));
  const pixels = await drawDocument(simple, { width, height }, backdrop).catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error);
    throw new AssetgenError('ASSETGEN_CONTENT', `expected a GLB that can be drawn: ${reason}`, {
      cause: error,
    });
  });
  const image = sharp(pixels, { raw: { width, height, channels: 4 } });
  // JPEG has no alpha: sharp would put black behind.
  if (format === 'jpeg') image.flatten({ background: '#fff' });
  const bytes = await image.toFormat(format, encoding).toBuffer();
  return new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.length);
}

async function backdropOf(
  background: string,
): Promise<'studio' | 'clear' | [number, number, number, number]> {
  if (background === 'studio') return 'studio';
  if (background === 'transparent') return 'clear';
  const { default: sharp } = await import('@assetgen/render/sharp');
  try {
    const one = { width: 1, height: 1, channels: 4, background } as const;
    const [r, g, b, a] = await sharp({ create: one }).raw().toBuffer();
    return [(r ?? 0) / 255, (g ?? 0) / 255, (b ?? 0) / 255, (a ?? 0) / 255];
  } catch {
    throw new RangeError(`background: expected a CSS colour, found ${JSON.stringify(background)}`);
  }
}

/** A copy where what the rasteriser does not know became what it knows: old materials, instances. */
async function simplerOf(document: Document): Promise<Document> {
  const used = document.getRoot().listExtensionsUsed();
  const has = (name: string): boolean => used.some((each) => each.extensionName === name);
  const old = has('KHR_materials_pbrSpecularGlossiness');
  const instances = has('EXT_mesh_gpu_instancing');
  if (!old && !instances) return document;
  const { cloneDocument, metalRough, uninstance } = await import('@gltf-transform/functions');
  const copy = cloneDocument(document);
  if (old) await copy.transform(metalRough());
  if (instances) await copy.transform(uninstance());
  return copy;
}
