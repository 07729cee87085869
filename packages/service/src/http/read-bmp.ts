/** Pixels of a BMP, in rows from the top. */
export interface BmpPixels {
  readonly width: number;
  readonly height: number;
  /** RGBA, 8 bits each. */
  readonly rgba: Uint8Array;
}

/** What the headers say (BITMAPFILEHEADER, then BITMAPINFOHEADER or a longer one). */
interface BmpHead {
  readonly width: number;
  readonly height: number;
  readonly isTopDown: boolean;
  readonly bits: number;
  readonly masks: Masks;
  /** Red, green, blue of each colour; empty without a palette. */
  readonly palette: readonly (readonly [number, number, number])[];
  /** Where the pixels begin. Unit: bytes. */
  readonly offset: number;
  /** Of one row, with its padding. Unit: bytes. */
  readonly stride: number;
}

/** Which bits of a pixel are red, green, blue and opacity; 0: none. */
type Masks = readonly [red: number, green: number, blue: number, alpha: number];

/** BITMAPINFOHEADER; the core header of 12 bytes is of OS/2. */
const INFO_BYTES = 40;
const FILE_BYTES = 14;
const UNCOMPRESSED = 0;
const BIT_FIELDS = new Set([3, 6]);
const MASKS: Readonly<Record<number, Masks>> = {
  16: [0x7c00, 0x03e0, 0x001f, 0],
  24: [0xff0000, 0xff00, 0xff, 0],
  32: [0xff0000, 0xff00, 0xff, 0],
};

/** Width and height of a BMP. Throws for one that {@link readBmp} does not read. Unit: pixels. */
export function bmpSize(bytes: Uint8Array): { readonly width: number; readonly height: number } {
  const { width, height } = readHead(bytes);
  return { width, height };
}

/**
 * Reads a BMP of 1, 4, 8, 16, 24 or 32 bits a pixel, with a palette or with bit fields. Our own: the
 * libvips that sharp brings reads none, and the decoders of the registry pass over palettes, row
 * orders or opacity.
 *
 * @throws Error for run-length coding, and for a file that is not whole
 */
export function readBmp(bytes: Uint8Array): BmpPixels {
  const head = readHead(bytes);
  const { width, height, isTopDown, bits, stride, offset } = head;
  const data = viewOf(bytes);
  const rgba = new Uint8Array(width * height * 4);
  const colourAt = bits <= 8 ? paletteReader(head, data) : maskReader(head, data);
  for (let y = 0; y < height; y += 1) {
    const row = offset + stride * (isTopDown ? y : height - 1 - y);
    for (let x = 0; x < width; x += 1) rgba.set(colourAt(row, x), (y * width + x) * 4);
  }
  // Many programs write 32 bits and leave the last eight at 0.
  if (bits === 32 && rgba.every((value, at) => at % 4 !== 3 || value === 0)) {
    for (let at = 3; at < rgba.length; at += 4) rgba[at] = 255;
  }
  return { width, height, rgba };
}

const viewOf = (bytes: Uint8Array): DataView =>
  new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

function readHead(bytes: Uint8Array): BmpHead {
  const data = viewOf(bytes);
  const infoBytes = data.getUint32(FILE_BYTES, true);
  if (infoBytes < INFO_BYTES) throw new Error('The BMP has a header of OS/2.');
  const width = data.getInt32(18, true);
  const tall = data.getInt32(22, true);
  const height = Math.abs(tall);
  const bits = data.getUint16(28, true);
  const compression = data.getUint32(30, true);
  const isFields = BIT_FIELDS.has(compression);
  if (![1, 4, 8, 16, 24, 32].includes(bits) || width <= 0 || height === 0) {
    throw new Error('The BMP has no pixels that can be read.');
  }
  if (compression !== UNCOMPRESSED && !(isFields && bits > 8)) {
    throw new Error('The BMP is compressed.');
  }
  const offset = data.getUint32(10, true);
  const stride = Math.ceil((width * bits) / 32) * 4;
  if (offset + stride * height > bytes.length) throw new Error('The BMP is not whole.');
  return {
    width,
    height,
    isTopDown: tall < 0,
    bits,
    masks: isFields ? readMasks(data, infoBytes, compression) : (MASKS[bits] ?? [0, 0, 0, 0]),
    palette: bits <= 8 ? readPalette(data, FILE_BYTES + infoBytes, bits) : [],
    offset,
    stride,
  };
}

function readMasks(data: DataView, infoBytes: number, compression: number): Masks {
  const at = (index: number): number => data.getUint32(FILE_BYTES + INFO_BYTES + index * 4, true);
  const hasAlpha = infoBytes >= INFO_BYTES + 16 || compression === 6;
  return [at(0), at(1), at(2), hasAlpha ? at(3) : 0];
}

function readPalette(data: DataView, from: number, bits: number): BmpHead['palette'] {
  const told = data.getUint32(46, true);
  const count = told === 0 ? 1 << bits : Math.min(told, 1 << bits);
  return Array.from({ length: count }, (_, index) => {
    const at = from + index * 4;
    return [data.getUint8(at + 2), data.getUint8(at + 1), data.getUint8(at)] as const;
  });
}

type ColourReader = (row: number, x: number) => readonly [number, number, number, number];

function paletteReader({ bits, palette }: BmpHead, data: DataView): ColourReader {
  const each = 8 / bits;
  const mask = (1 << bits) - 1;
  return (row, x) => {
    const shift = 8 - bits * ((x % each) + 1);
    const index = (data.getUint8(row + Math.floor(x / each)) >> shift) & mask;
    const [red, green, blue] = palette[index] ?? [0, 0, 0];
    return [red, green, blue, 255];
  };
}

function maskReader({ bits, masks }: BmpHead, data: DataView): ColourReader {
  const [red, green, blue, alpha] = masks.map(channelOf);
  const read: Readonly<Record<number, (at: number) => number>> = {
    16: (at) => data.getUint16(at, true),
    24: (at) => data.getUint16(at, true) + data.getUint8(at + 2) * 65_536,
    32: (at) => data.getUint32(at, true),
  };
  const pixelAt = read[bits] ?? (() => 0);
  return (row, x) => {
    const pixel = pixelAt(row + (x * bits) / 8);
    const value = (channel: typeof red, none: number): number => channel?.(pixel) ?? none;
    return [value(red, 0), value(green, 0), value(blue, 0), value(alpha, 255)];
  };
}

/** Reads the bits of a mask as a value from 0 to 255; undefined for a mask of none. */
function channelOf(mask: number): ((pixel: number) => number) | undefined {
  if (mask === 0) return undefined;
  const shift = 31 - Math.clz32(mask & -mask);
  const most = mask >>> shift;
  return (pixel) => Math.round((((pixel & mask) >>> shift) * 255) / most);
}
