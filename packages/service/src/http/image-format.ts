import { mp4Brands } from '@assetgen/render/mp4-boxes';

export type ImageFormat = 'png' | 'jpeg' | 'webp' | 'gif' | 'avif' | 'tiff' | 'bmp' | 'svg';

/** Its element, after a declaration, a document type and comments. */
const SVG = /^\s*(?:<\?xml[^>]*>\s*|<!--(?:(?!-->)[^])*-->\s*|<!doctype[^>]*>\s*)*<svg[\s>]/i;

/** The format by the first bytes. */
export function formatOf(bytes: Uint8Array): ImageFormat | undefined {
  const ascii = (from: number, to: number): string =>
    String.fromCharCode(...bytes.subarray(from, to));
  if (ascii(0, 8) === '\x89PNG\r\n\x1a\n') return 'png';
  if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return 'jpeg';
  if (ascii(0, 4) === 'RIFF' && ascii(8, 12) === 'WEBP') return 'webp';
  if (ascii(0, 4) === 'GIF8') return 'gif';
  if (mp4Brands(bytes.subarray(0, 64)).some((brand) => /^avi[fs]$/.test(brand))) return 'avif';
  if (ascii(0, 4) === 'II*\0' || ascii(0, 4) === 'MM\0*') return 'tiff';
  if (ascii(0, 2) === 'BM' && bytes.length > 54) return 'bmp';
  if (SVG.test(new TextDecoder().decode(bytes.subarray(0, 4096)))) return 'svg';
  return undefined;
}
