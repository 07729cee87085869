import type { Sharp } from '@assetgen/render/sharp';
import type { ImageFormat, ImageStepOptions } from '../../manifest/manifest.ts';

/** Defaults that the encoders' authors recommend for the web. */
const QUALITY: Readonly<Record<ImageFormat, number>> = { png: 100, jpeg: 82, webp: 80, avif: 55 };
const EFFORT: Readonly<Record<ImageFormat, number>> = { png: 9, jpeg: 0, webp: 4, avif: 4 };

/**
 * An image as an output asks for it: its size, its format, the encoder's options. A width or a
 * height alone never enlarges, except of a vector, which is drawn at the size that is asked for.
 */
export function encodeImage(
  image: Sharp,
  format: ImageFormat,
  options: ImageStepOptions,
  isVector: boolean,
): Sharp {
  return encode(resize(image, options, isVector), format, options);
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
