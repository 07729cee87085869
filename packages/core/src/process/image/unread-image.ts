import { AssetgenError } from '@assetgen/client/errors';
import type { Metadata } from '@assetgen/render/sharp';

/** The error for a file of a kind that the image library does not read. */
export function unreadImage(kind: string, cause?: unknown): AssetgenError {
  return new AssetgenError(
    'ASSETGEN_CONTENT',
    `expected an image as PNG, JPEG, WebP, AVIF, TIFF, GIF or SVG, found ${kind}`,
    { hint: 'Export it as PNG or JPEG.', cause },
  );
}

/**
 * The library reads the head of a HEIC, as it reads that of an AVIF, and has no decoder for the rest.
 * @throws AssetgenError `ASSETGEN_CONTENT`
 */
export function refuseHeic({
  format,
  compression,
}: Pick<Metadata, 'format' | 'compression'>): void {
  if (format === 'heif' && compression !== 'av1') throw unreadImage('HEIC');
}
