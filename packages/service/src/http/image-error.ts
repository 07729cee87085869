import { fieldError, type FieldError } from './invalid-request.ts';
import { formatOf } from './image-format.ts';
import { imageSize } from './readable-image.ts';

/** More pixels than this are refused: a small file may stand for gigabytes. */
const MAX_PIXELS = 100_000_000;

/** What is wrong with an uploaded image; undefined when it is one that we can read. */
export async function imageError(
  field: string,
  type: string,
  bytes: Uint8Array,
  limit: number,
): Promise<FieldError | undefined> {
  if (!/^image\//i.test(type)) {
    return fieldError(field, 'file', `Expected content type image/*; received ${shown(type)}.`);
  }
  if (bytes.length > limit) {
    return fieldError(field, 'too_large', `Expected at most ${limit} bytes.`);
  }
  const format = formatOf(bytes);
  if (format === undefined) {
    const expected = 'Expected a PNG, JPEG, WebP, GIF, AVIF, TIFF, BMP or SVG image.';
    return fieldError(field, 'file', expected);
  }
  try {
    const { width, height } = await imageSize(bytes, format);
    if (width * height > MAX_PIXELS) {
      return fieldError(field, 'too_large', `Expected at most ${MAX_PIXELS} pixels.`);
    }
  } catch {
    return fieldError(field, 'file', 'The image file cannot be read.');
  }
  return undefined;
}

const shown = (type: string): string => (type === '' ? 'none' : type.slice(0, 100));
