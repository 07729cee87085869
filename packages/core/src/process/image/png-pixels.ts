import { MAX_PIXELS } from './refuse-pixels.ts';

const SIGNATURE = '\x89PNG\r\n\x1a\n';
/** The first chunk of a PNG, always of this length. */
const HEAD = '\0\0\0\rIHDR';

/**
 * Pixels of a PNG as its first chunk claims them, which is what an image library says, too; null where it is none, or
 * claims more than any image may have.
 */
export function pngPixels(bytes: Buffer): number | null {
  if (bytes.length < 24 || bytes.toString('latin1', 0, 16) !== SIGNATURE + HEAD) return null;
  const pixels = bytes.readUInt32BE(16) * bytes.readUInt32BE(20);
  return pixels > 0 && pixels <= MAX_PIXELS ? pixels : null;
}
