// PNGs of any size in few bytes (W3C PNG, third edition).
import { constants, crc32, deflateSync } from 'node:zlib';

/** Channels of each colour type. */
const CHANNELS = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

/**
 * A PNG of one colour, or of a pattern.
 * @param {{width: number, height: number, depth?: number, colour?: 0 | 2 | 3 | 4 | 6, text?: string, profile?: Uint8Array, pattern?: boolean}} options
 */
export function png({ width, height, depth = 8, colour = 2, text, profile, pattern = false }) {
  const row = 1 + Math.ceil((width * depth * CHANNELS[colour]) / 8);
  return pngOf({
    width,
    height,
    depth,
    colour,
    text,
    profile,
    data: pattern ? stripes(row, height) : zeros(row * height),
  });
}

/** @param {{width: number, height: number, depth: number, colour: number, text?: string, profile?: Uint8Array, data: Uint8Array}} parts */
export function pngOf({ width, height, depth, colour, text, profile, data }) {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width);
  head.writeUInt32BE(height, 4);
  head.set([depth, colour], 8);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', head),
    ...(profile === undefined
      ? []
      : [chunk('iCCP', Buffer.concat([Buffer.from('p\0\0'), profile]))]),
    ...(colour === 3 ? [chunk('PLTE', Buffer.alloc(3))] : []),
    ...(text === undefined ? [] : [chunk('tEXt', Buffer.from(`a\0${text}`, 'latin1'))]),
    chunk('IDAT', data),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** Rows of bytes that differ from each other, each without a filter. @param {number} row @param {number} height */
function stripes(row, height) {
  const bytes = Buffer.alloc(row * height);
  for (let at = 0; at < bytes.length; at += 1) bytes[at] = at % row === 0 ? 0 : (at >> 5) & 255;
  return deflateSync(bytes, { level: 1 });
}

/** @param {string} type @param {Uint8Array} data */
function chunk(type, data) {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const bytes = Buffer.alloc(named.length + 8);
  bytes.writeUInt32BE(data.length);
  named.copy(bytes, 4);
  bytes.writeUInt32BE(crc32(named), named.length + 4);
  return bytes;
}

/** @type {Map<number, Buffer>} */
const made = new Map();

/** So many zeros, deflated. @param {number} length */
export function zeros(length) {
  const known = made.get(length);
  if (known !== undefined) return known;
  const bytes = deflateSync(Buffer.alloc(length), { level: constants.Z_BEST_COMPRESSION });
  made.set(length, bytes);
  return bytes;
}
