import { AssetgenError } from '@assetgen/client/errors';
import type { Metadata, Sharp } from 'sharp';
import type { ImageFormat, ImageStepOptions } from '../manifest/types.ts';
import type { StepResult } from './types.ts';

/** Most pixels of a source image: 268 megapixels, so that a small file cannot claim all memory. */
const MAX_PIXELS = 16_384 * 16_384;

/** Defaults that the encoders' authors recommend for the web. */
const QUALITY: Readonly<Record<ImageFormat, number>> = { png: 100, jpeg: 82, webp: 80, avif: 55 };
const EFFORT: Readonly<Record<ImageFormat, number>> = { png: 9, jpeg: 0, webp: 4, avif: 4 };

const PLACEHOLDER_WIDTH = 16;

/**
 * Converts an image: PNG, JPEG, WebP, AVIF, TIFF, GIF or SVG in; png, jpeg, webp or avif out.
 * Orientation is applied, colours are sRGB, metadata is dropped. A source that is the asked format
 * already, with no option given, stays as it is. A width or a height alone never enlarges, except
 * of an SVG, which is drawn at the size that is asked for.
 * @throws AssetgenError `ASSETGEN_CONTENT` when the source is no image, has too many pixels, or is
 * an SVG that refers to other files
 */
export async function imageStep(
  source: Uint8Array,
  format: ImageFormat,
  options: ImageStepOptions,
): Promise<StepResult> {
  const { default: sharp } = await import('sharp');
  try {
    const open = (): Sharp => sharp(source, { limitInputPixels: MAX_PIXELS, failOn: 'error' });
    const metadata = await open().metadata();
    if ((metadata.pages ?? 1) > 1) {
      throw new AssetgenError('ASSETGEN_CONTENT', 'expected a still image, found an animated one', {
        hint: 'Export one frame of it as PNG.',
      });
    }
    const isVector = metadata.format === 'svg';
    if (isVector) refuseReferences(source);
    const upright = open().autoOrient();
    const placeholder = await placeholderOf(upright.clone());
    const { width, height } = metadata.autoOrient;
    if (Object.keys(options).length === 0 && formatOf(metadata) === format) {
      return { bytes: null, meta: { width, height, placeholder } };
    }
    const image = encode(resize(upright, options, isVector), format, options);
    const { data, info } = await image.toBuffer({ resolveWithObject: true });
    return { bytes: data, meta: { width: info.width, height: info.height, placeholder } };
  } catch (error) {
    if (error instanceof AssetgenError) throw error;
    const reason = error instanceof Error ? error.message.split('\n')[0] : String(error);
    throw new AssetgenError('ASSETGEN_CONTENT', `expected an image: ${reason}`, { cause: error });
  }
}

/** The codec, where the container is another: AVIF is HEIF with AV1. */
function formatOf({ format, compression }: Metadata): string {
  return format === 'heif' && compression === 'av1' ? 'avif' : format;
}

const REFERENCE =
  /<(?:\w+:)?(?:image|feImage|use|include)\b[^>]*?\bhref\s*=\s*(["'])\s*(?!#|data:)([^"']*)\1|<!ENTITY\s[^>]*?\bSYSTEM\s*(["'])([^"']*)\3/i;

/** What an SVG refers to is not drawn: better told than missing. */
function refuseReferences(source: Uint8Array): void {
  const found = REFERENCE.exec(new TextDecoder().decode(source));
  if (found === null) return;
  throw new AssetgenError(
    'ASSETGEN_CONTENT',
    `expected an SVG that stands alone, found a reference to ${JSON.stringify(found[2] ?? found[4])}`,
    { hint: 'Embed what it refers to (a data URL), or export it as PNG.' },
  );
}

function resize(image: Sharp, options: ImageStepOptions, isVector: boolean): Sharp {
  const { width, height, fit = 'cover', position, background } = options;
  const resized =
    width === undefined && height === undefined
      ? image
      : image.resize({
          ...(width === undefined ? {} : { width }),
          ...(height === undefined ? {} : { height }),
          ...(position === undefined ? {} : { position }),
          fit,
          background: background ?? { r: 0, g: 0, b: 0, alpha: 0 },
          // Width and height together are a frame to fill; a width alone is a most.
          withoutEnlargement: !isVector && (width === undefined || height === undefined),
        });
  return background === undefined ? resized : resized.flatten({ background });
}

function encode(image: Sharp, format: ImageFormat, options: ImageStepOptions): Sharp {
  const quality = options.quality ?? QUALITY[format];
  const effort = options.effort ?? EFFORT[format];
  const lossless = options.lossless ?? false;
  switch (format) {
    case 'png':
      // A quality means a palette; without one a PNG is lossless, and effort is that of deflate.
      return options.quality === undefined
        ? image.png({ compressionLevel: effort })
        : image.png({ quality, effort: Math.max(1, effort) });
    case 'jpeg':
      return image
        .flatten({ background: options.background ?? '#fff' })
        .jpeg({ quality, mozjpeg: true });
    case 'webp':
      return image.webp({ quality, effort: Math.min(6, effort), lossless });
    case 'avif':
      return image.avif({ quality, effort, lossless });
  }
}

/** A data URL of about 130 characters, to show blurred until the image is there. */
async function placeholderOf(image: Sharp): Promise<string> {
  const bytes = await image.resize({ width: PLACEHOLDER_WIDTH }).webp({ quality: 20 }).toBuffer();
  return `data:image/webp;base64,${bytes.toString('base64')}`;
}
