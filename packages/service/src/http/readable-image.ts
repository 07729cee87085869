import type { ImageFormat } from './image-format.ts';
import { bmpSize, readBmp } from './read-bmp.ts';

/** The least that the longer side of an SVG is drawn with: icons are small. Unit: pixels. */
const DRAWN = 512;

/** Width and height of an image. Throws for one that cannot be read. Unit: pixels. */
export async function imageSize(
  bytes: Uint8Array,
  format: ImageFormat,
): Promise<{ readonly width: number; readonly height: number }> {
  if (format === 'bmp') return bmpSize(bytes);
  const { default: sharp } = await import('@assetgen/render/sharp');
  const { width = 0, height = 0 } = await sharp(bytes).metadata();
  return { width, height };
}

/**
 * An image as all that makes something of it can read it: BMP and SVG become PNG, the others stay as
 * they are. Throws for one that cannot be read.
 */
export async function readableImage(bytes: Uint8Array, format: ImageFormat): Promise<Uint8Array> {
  if (format !== 'bmp' && format !== 'svg') return bytes;
  const { default: sharp } = await import('@assetgen/render/sharp');
  if (format === 'bmp') {
    const { width, height, rgba } = readBmp(bytes);
    return sharp(rgba, { raw: { width, height, channels: 4 } })
      .png()
      .toBuffer();
  }
  const { width, height } = await imageSize(bytes, format);
  const density = Math.min(100_000, Math.max(72, (72 * DRAWN) / Math.max(1, width, height)));
  return sharp(bytes, { density }).png().toBuffer();
}
