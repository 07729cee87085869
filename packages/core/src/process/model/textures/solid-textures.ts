import type { Document, Texture } from '@gltf-transform/core';
import type { Sharp } from '@assetgen/render/sharp';

/** Rows that are looked at. */
const BAND = 16;
/** What glTF-Transform's prune takes for one colour, over all channels. Unit: of 255. */
const SAME = 3;

/**
 * Textures that may be of one colour, so that a factor of the material does as well. To know
 * it, prune decodes every pixel of every texture, which takes as long as all else that it does to
 * 500,000 triangles; most textures tell by their first rows, before the decoder reads on.
 */
export async function solidTextures(document: Document): Promise<readonly Texture[]> {
  const textures = document.getRoot().listTextures();
  if (textures.length === 0) return [];
  const { default: sharp } = await import('@assetgen/render/sharp');
  const found = await Promise.all(
    textures.map(async function looksSolid(texture) {
      const image = texture.getImage();
      return image !== null && (await isUniform(() => sharp(image, { sequentialRead: true })));
    }),
  );
  return textures.filter((_, index) => found[index]);
}

/** Of its first rows and of those in the middle; false for what cannot be read. */
async function isUniform(open: () => Sharp): Promise<boolean> {
  try {
    const { width, height } = await open().metadata();
    const rows = Math.min(BAND, height);
    for (const top of new Set([0, (height - rows) >> 1])) {
      const { data, info } = await open()
        .extract({ left: 0, top, width, height: rows })
        .toColourspace('srgb')
        .raw()
        .toBuffer({ resolveWithObject: true });
      if (spread(data, info.channels) > SAME) return false;
    }
    return true;
  } catch {
    return false;
  }
}

/** How far the channels go apart, as one length. */
function spread(pixels: Uint8Array, channels: number): number {
  const ranges = Array.from({ length: channels }, function rangeOf(_, channel) {
    let low = 255;
    let high = 0;
    for (let at = channel; at < pixels.length; at += channels) {
      const value = pixels[at] ?? 0;
      if (value < low) low = value;
      if (value > high) high = value;
    }
    return high - low;
  });
  return Math.hypot(...ranges);
}
