/** What a file is that the image library does not read, by its first bytes as hexadecimal digits. */
const KINDS: readonly (readonly [kind: string, start: RegExp])[] = [
  ['an empty file', /^$/],
  // "ftyp", and the first brand.
  ['an animated AVIF', /^.{8}6674797061766973/],
  ['HEIC', /^.{8}66747970(?:686569|686576|6d6966|6d7366)/],
  ['a video', /^(?:.{8}66747970|1a45dfa3)/],
  ['JPEG XL', /^(?:ff0a|0000000c4a584c20)/],
  ['JPEG 2000', /^(?:ff4fff51|0000000c6a502020)/],
  ['BMP', /^424d/],
  ['PSD', /^38425053/],
  ['ICO', /^00000100/],
  ['KTX2', /^ab4b5458203230bb/],
  ['DDS', /^44445320/],
  ['OpenEXR', /^762f3101/],
  ['PDF', /^25504446/],
  ['a text of 16 bits a character', /^(?:fffe|feff)/],
  ['HTML', /^(?:09|0a|0d|20)*3c(?:21|48|68)/],
];

/** What a file is by its first bytes, for a message; null for one of another kind. */
export function imageKind(bytes: Uint8Array): string | null {
  const start = Buffer.from(bytes.subarray(0, 32)).toString('hex');
  return KINDS.find(([, pattern]) => pattern.test(start))?.[0] ?? null;
}
