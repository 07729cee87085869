import { readFileSync } from 'node:fs';
import { AssetgenError } from '@assetgen/client/errors';
import type { Metadata, Sharp } from '@assetgen/render/sharp';
import type { OutputMeta } from '../../lock/lock.ts';
import type { ImageFormat, ImageStepOptions } from '../../manifest/manifest.ts';
import { dominantColour, placeholderOf } from './placeholder-of.ts';
import { encodeImage } from './encode-image.ts';
import { hasJpegComment } from './jpeg-comment.ts';
import { imageKind } from './image-kind.ts';
import { isAnimatedPng } from './is-animated-png.ts';
import { pngPixels } from './png-pixels.ts';
import { MAX_PIXELS, refusePixels, refusePixelsMade } from './refuse-pixels.ts';
import { refuseDrawing } from './refuse-drawing.ts';
import { refuseReferences } from './refuse-references.ts';
import { refuseSizeless } from './refuse-sizeless.ts';
import { svgText } from './svg-text.ts';
import { refuseHeic, unreadImage } from './unread-image.ts';
import type { StepResult } from '../local-step.ts';

/**
 * Most pixels that are kept decoded for all outputs, 256 MiB of RGBA; a larger source is decoded in strips,
 * once an output. The source alone decides: the bytes of an output do not depend on the other outputs.
 */
const MAX_SHARED_PIXELS = 64 * 1024 * 1024;

/** Pixels of a decoded frame, as sharp takes them. */
export interface RawFrame {
  readonly data: Uint8Array;
  readonly width: number;
  readonly height: number;
  readonly channels: 3 | 4;
}

/** An image that is open for any number of outputs. */
export interface OpenedImage {
  make(format: ImageFormat, options: ImageStepOptions): Promise<StepResult>;
}

/**
 * Opens an image: PNG, JPEG, WebP, AVIF, TIFF, GIF or SVG. Orientation is applied, colours become
 * sRGB, metadata is dropped. A source that is the asked format already, with no option given, stays
 * as it is, unless it holds what a camera or an editor wrote (EXIF, XMP, IPTC, comments).
 * @param outputs how many are going to be made of it
 * @throws AssetgenError `ASSETGEN_CONTENT` when the source is no image, is animated, has too many
 * pixels, or is an SVG that refers to other files or has no size
 */
export async function openImage(source: Uint8Array, outputs: number): Promise<OpenedImage> {
  const { default: sharp } = await import('@assetgen/render/sharp');
  // The head of an image is told whatever it claims: the refusal names both numbers.
  const head = (): Sharp => sharp(source, { limitInputPixels: false, failOn: 'error' });
  const open = (): Sharp => sharp(source, { limitInputPixels: MAX_PIXELS, failOn: 'error' });
  const metadata = await orNoImage(() => head().metadata(), source);
  refuseHeic(metadata);
  const { width: across, height: down } = metadata;
  refusePixels({ width: across, height: down }, source.length, 'an image');
  refusePixelsMade(across * down, outputs);
  refuseAnimated(metadata, source);
  const isVector = metadata.format === 'svg';
  if (isVector) {
    const text = svgText(source);
    refuseReferences(text);
    refuseDrawing(text, across * down);
    refuseSizeless(text);
  }
  const decoded = sharesDecoding(metadata)
    ? await orNoImage(() => open().autoOrient().raw().toBuffer({ resolveWithObject: true }))
    : null;
  const upright = (): Sharp =>
    decoded === null ? open().autoOrient() : sharp(decoded.data, { raw: decoded.info });
  const facts = await orNoImage(() => factsOf(upright));
  const { width, height } = metadata.autoOrient;
  const asItIs = { bytes: null, meta: { width, height, ...facts } };
  return {
    make(format, options) {
      const isAsked = Object.keys(options).length === 0 && formatOf(metadata) === format;
      if (isAsked && isBare(metadata, source)) return Promise.resolve(asItIs);
      return orNoImage(() => make(upright(), format, options, isVector, facts));
    },
  };
}

/** The pixels of an image in sRGB. */
export async function decodeFrame(image: Uint8Array): Promise<RawFrame> {
  const { default: sharp } = await import('@assetgen/render/sharp');
  const { data, info } = await orNoImage(() =>
    sharp(image, { limitInputPixels: MAX_PIXELS })
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true }),
  );
  const { width, height, channels } = info;
  return { data, width, height, channels: channels === 4 ? 4 : 3 };
}

/** Opens a frame that was decoded already. */
export async function openFrame({ data, ...raw }: RawFrame): Promise<OpenedImage> {
  const { default: sharp } = await import('@assetgen/render/sharp');
  const open = (): Sharp => sharp(data, { raw });
  const facts = await orNoImage(() => factsOf(open));
  return {
    make: (format, options) => orNoImage(() => make(open(), format, options, false, facts)),
  };
}

/** A file that is no larger is read as a whole: the library opens a file once for each of its formats. Unit: bytes. */
const SMALL_BYTES = 262_144;

/**
 * Pixels of an image file, from its head; null where it is none.
 * @param bytes how many it has
 */
export async function pixelsOf(file: string, bytes: number): Promise<number | null> {
  const { default: sharp } = await import('@assetgen/render/sharp');
  try {
    const source = bytes <= SMALL_BYTES ? readFileSync(file) : file;
    // Most sources are PNGs, and to ask the library takes a tenth of what a small one takes.
    const known = typeof source === 'string' ? null : pngPixels(source);
    if (known !== null) return known;
    const { width, height } = await sharp(source, { limitInputPixels: MAX_PIXELS }).metadata();
    return width * height;
  } catch {
    return null;
  }
}

type Facts = Pick<OutputMeta, 'placeholder' | 'color'>;

async function factsOf(open: () => Sharp): Promise<Facts> {
  const [placeholder, color] = await Promise.all([placeholderOf(open()), dominantColour(open())]);
  return color === null ? { placeholder } : { placeholder, color };
}

async function make(
  image: Sharp,
  format: ImageFormat,
  options: ImageStepOptions,
  isVector: boolean,
  facts: Facts,
): Promise<StepResult> {
  const encoded = encodeImage(image, format, options, isVector);
  const { data, info } = await encoded.toBuffer({ resolveWithObject: true }).catch((error) => {
    throw isTooLarge(error) ? noRoom(format, error) : error;
  });
  return { bytes: data, meta: { width: info.width, height: info.height, ...facts } };
}

/** Pixels a side that a format has room for, as the image library writes it. */
const MOST_SIDE: Readonly<Record<ImageFormat, number>> = {
  png: 2 ** 31 - 1,
  jpeg: 65_535,
  webp: 16_383,
  avif: 16_384,
};

const isTooLarge = (error: unknown): boolean =>
  error instanceof Error && error.message.includes('too large for the');

function noRoom(format: ImageFormat, cause: unknown): AssetgenError {
  const most = `at most ${MOST_SIDE[format].toLocaleString('en')} pixels a side`;
  return new AssetgenError('ASSETGEN_CONTENT', `${format} has ${most}, and this image has more`, {
    hint: 'Set a width or a height in the output, or use "format": "png".',
    cause,
  });
}

/**
 * Whether a source is decoded once for all outputs. A JPEG is not: it is decoded at an eighth, a
 * quarter or half of its size for an output that is that small, which is as fast for many outputs
 * and faster for one. Nor is an SVG, which is drawn anew for each size.
 */
function sharesDecoding({ format, width, height }: Metadata): boolean {
  return format !== 'svg' && format !== 'jpeg' && width * height <= MAX_SHARED_PIXELS;
}

/** Nothing in it but the image; a colour profile is part of that. Texts of a PNG are comments. */
function isBare(metadata: Metadata, source: Uint8Array): boolean {
  const { exif, xmp, iptc, comments = [], orientation = 1, format } = metadata;
  if (format === 'jpeg' && hasJpegComment(source)) return false;
  const texts = [exif, xmp, iptc, comments[0]];
  return texts.every((each) => each === undefined) && orientation === 1;
}

/** The codec, where the container is another: AVIF is HEIF with AV1. */
function formatOf({ format, compression }: Metadata): string {
  return format === 'heif' && compression === 'av1' ? 'avif' : format;
}

function refuseAnimated({ pages = 1, format }: Metadata, source: Uint8Array): void {
  const isAnimated = format === 'png' && isAnimatedPng(source);
  if (pages <= 1 && !isAnimated) return;
  const frames = isAnimated ? 'an animated one' : `an animated one of ${pages} frames`;
  const what = format === 'tiff' ? `one of ${pages} pages` : frames;
  throw new AssetgenError('ASSETGEN_CONTENT', `expected a still image, found ${what}`, {
    hint: 'Export one frame of it as PNG, or declare a video.',
  });
}

/** @param unread the file, where nothing of it was read yet: it may be of another kind */
async function orNoImage<T>(work: () => Promise<T>, unread: Uint8Array | null = null): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof AssetgenError) throw error;
    const kind = unread === null ? null : imageKind(unread);
    if (kind !== null) throw unreadImage(kind, error);
    const reason = error instanceof Error ? error.message.split('\n')[0] : String(error);
    throw new AssetgenError('ASSETGEN_CONTENT', `expected an image: ${reason}`, { cause: error });
  }
}
