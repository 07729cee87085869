import { AssetgenError } from '@assetgen/client/errors';

const MEGA = 1024 * 1024;

/** Most pixels of an image, whatever the file: a square of 16,384. */
export const MAX_PIXELS: number = 256 * MEGA;

/** The longest side that JPEG has, whatever the file: a strip is resized as its square would be. */
const MAX_SIDE = 65_535;
/** An image of 8,192 × 8,192 may be of one colour, and so of any length. */
const FREE_PIXELS = 64 * MEGA;
/** Photographs have less than ten. */
const PIXELS_A_BYTE = 100;
/** Four images of 8,192 × 8,192. */
const FREE_PIXELS_OF_ALL = 4 * FREE_PIXELS;
const MAX_PIXELS_OF_ALL = 16 * MAX_PIXELS;
/** Decoded in strips for each output, a picture of the most pixels takes a second or two an output. */
const MAX_PIXELS_MADE = 64 * MAX_PIXELS;

/**
 * Holds the size that an image claims against its bytes, before it is decoded.
 * @param what for the error: "an image", "a texture"
 * @throws AssetgenError `ASSETGEN_CONTENT` with the number and the limit
 */
export function refusePixels(
  { width, height }: { readonly width: number; readonly height: number },
  bytes: number,
  what: string,
): void {
  const found = `${width} × ${height}, ${width * height} pixels`;
  if (Math.max(width, height) > MAX_SIDE) {
    throw tooMany(`${what} with sides of at most ${MAX_SIDE} pixels`, found, 'Export it smaller.');
  }
  const limit = limitFor(bytes, FREE_PIXELS, MAX_PIXELS);
  if (width * height <= limit) return;
  throw tooMany(
    `${what} of at most ${limit} pixels for its ${bytes} bytes`,
    found,
    'Export it smaller.',
  );
}

/**
 * Holds all images of one file against it.
 * @throws AssetgenError `ASSETGEN_CONTENT` with the number and the limit
 */
export function refusePixelsOfAll(pixels: number, bytes: number): void {
  const limit = limitFor(bytes, FREE_PIXELS_OF_ALL, MAX_PIXELS_OF_ALL);
  if (pixels <= limit) return;
  throw tooMany(
    `textures of at most ${limit} pixels together for their ${bytes} bytes`,
    `${pixels} pixels`,
    'Export it with fewer or smaller textures.',
  );
}

/**
 * Holds an image against the number of its outputs, each of which walks through all of it.
 * @throws AssetgenError `ASSETGEN_CONTENT` with the number and the limit
 */
export function refusePixelsMade(pixels: number, outputs: number): void {
  if (pixels * outputs <= MAX_PIXELS_MADE) return;
  throw tooMany(
    `an image of at most ${MAX_PIXELS_MADE} pixels, counted once for each of its outputs`,
    `${pixels} pixels for ${outputs} outputs`,
    'Ask for fewer outputs, or make them of a smaller image.',
  );
}

function limitFor(bytes: number, free: number, most: number): number {
  return Math.min(most, Math.max(free, bytes * PIXELS_A_BYTE));
}

function tooMany(expected: string, found: string, hint: string): AssetgenError {
  return new AssetgenError('ASSETGEN_CONTENT', `expected ${expected}, found ${found}`, { hint });
}
