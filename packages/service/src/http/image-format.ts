import { fieldError, type FieldError } from './invalid-request.ts';

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
  if (formatOf(bytes) === undefined) {
    return fieldError(field, 'file', 'Expected a PNG, JPEG, WebP, GIF, AVIF or TIFF image.');
  }
  try {
    const { default: sharp } = await import('sharp');
    const { width = 0, height = 0 } = await sharp(bytes).metadata();
    if (width * height > MAX_PIXELS) {
      return fieldError(field, 'too_large', `Expected at most ${MAX_PIXELS} pixels.`);
    }
  } catch {
    return fieldError(field, 'file', 'The image file cannot be read.');
  }
  return undefined;
}

const shown = (type: string): string => (type === '' ? 'none' : type.slice(0, 100));

export type ImageFormat = 'png' | 'jpeg' | 'webp' | 'gif' | 'avif' | 'tiff';

/** The format by the first bytes. */
export function formatOf(bytes: Uint8Array): ImageFormat | undefined {
  const ascii = (from: number, to: number): string =>
    String.fromCharCode(...bytes.subarray(from, to));
  if (ascii(0, 8) === '\x89PNG\r\n\x1a\n') return 'png';
  if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return 'jpeg';
  if (ascii(0, 4) === 'RIFF' && ascii(8, 12) === 'WEBP') return 'webp';
  if (ascii(0, 4) === 'GIF8') return 'gif';
  if (ascii(4, 8) === 'ftyp' && /avif|avis|mif1/.test(ascii(8, 32))) return 'avif';
  if (ascii(0, 4) === 'II*\0' || ascii(0, 4) === 'MM\0*') return 'tiff';
  return undefined;
}
