import { gunzipSync } from 'node:zlib';
import { AssetgenError } from '@assetgen/client/errors';

/** Most of an SVG. A larger one holds an image, which loads faster by itself. Unit: bytes. */
const MAX_BYTES = 16 * 1024 * 1024;

/**
 * The text of an SVG, also of a compressed one (SVGZ), which image libraries unpack too.
 * @throws AssetgenError `ASSETGEN_CONTENT` where it is too long, or does not unpack
 */
export function svgText(source: Uint8Array): string {
  const isPacked = source[0] === 0x1f && source[1] === 0x8b;
  const bytes = isPacked ? unpack(source) : source;
  if (bytes.length > MAX_BYTES) throw tooLong(String(bytes.length));
  return new TextDecoder().decode(bytes);
}

function unpack(source: Uint8Array): Uint8Array {
  try {
    return gunzipSync(source, { maxOutputLength: MAX_BYTES });
  } catch (error) {
    if (error instanceof RangeError) throw tooLong('more');
    throw new AssetgenError(
      'ASSETGEN_CONTENT',
      'expected an SVG, found gzip that does not unpack',
      {
        cause: error,
      },
    );
  }
}

function tooLong(found: string): AssetgenError {
  return new AssetgenError(
    'ASSETGEN_CONTENT',
    `expected an SVG of at most ${MAX_BYTES} bytes, found ${found}`,
    { hint: 'Export it as PNG.' },
  );
}
