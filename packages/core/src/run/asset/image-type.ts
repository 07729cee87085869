import { mp4Brands } from '@assetgen/render/mp4-boxes';

/** An image format that services read. */
export interface ImageType {
  /** The content type. */
  readonly type: string;
  /** Without a dot. */
  readonly extension: string;
}

/** How many bytes of a file {@link imageTypeOf} wants. */
export const HEAD_BYTES = 64;

/**
 * The format of an image by its first bytes, read as far as they reach: the signature, and what the
 * format wants right behind it, with a size that is not 0. A text that only begins like one is none.
 * null: no PNG, JPEG, WebP, AVIF or GIF.
 *
 * Sources: PNG (third edition) 5.2, 11.2.1; ITU-T T.81 B.1; GIF89a 18; RFC 9649; AVIF 6.1.
 */
export function imageTypeOf(head: Buffer): ImageType | null {
  if (isPng(head)) return { type: 'image/png', extension: 'png' };
  if (isJpeg(head)) return { type: 'image/jpeg', extension: 'jpg' };
  if (isWebp(head)) return { type: 'image/webp', extension: 'webp' };
  if (isAvif(head)) return { type: 'image/avif', extension: 'avif' };
  if (isGif(head)) return { type: 'image/gif', extension: 'gif' };
  return null;
}

const PNG_START = Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR', 'latin1');

function isPng(head: Buffer): boolean {
  if (head.length < 33 || !head.subarray(0, 16).equals(PNG_START)) return false;
  return head.readUInt32BE(16) > 0 && head.readUInt32BE(20) > 0;
}

/** After the start of image comes a segment: of an application, a comment, a table or a frame. */
function isJpeg(head: Buffer): boolean {
  if (head.length < 6 || head.readUInt16BE(0) !== 0xff_d8 || head[2] !== 0xff) return false;
  const marker = head[3] ?? 0;
  const isSegment = (marker >= 0xc0 && marker <= 0xcf) || marker >= 0xdb;
  return isSegment && marker !== 0xff && head.readUInt16BE(4) >= 2;
}

function isWebp(head: Buffer): boolean {
  if (head.length < 20 || text(head, 0, 4) !== 'RIFF' || text(head, 8, 12) !== 'WEBP') return false;
  return head.readUInt32LE(4) >= 12 && /^VP8[ LX]$/.test(text(head, 12, 16));
}

function isAvif(head: Buffer): boolean {
  return mp4Brands(head).some((brand) => brand === 'avif' || brand === 'avis');
}

function isGif(head: Buffer): boolean {
  if (head.length < 13 || !/^GIF8[79]a$/.test(text(head, 0, 6))) return false;
  return head.readUInt16LE(6) > 0 && head.readUInt16LE(8) > 0;
}

function text(head: Buffer, from: number, to: number): string {
  return head.toString('latin1', from, to);
}
