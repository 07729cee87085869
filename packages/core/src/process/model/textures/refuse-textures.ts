import type { Document } from '@gltf-transform/core';
import { refusePixels, refusePixelsOfAll } from '../../image/refuse-pixels.ts';

/**
 * Holds the sizes that the textures of a model claim against their bytes, before one is decoded. Unreadable
 * textures are left to the reader, and KTX 2.0 is never decoded.
 * @throws AssetgenError `ASSETGEN_CONTENT` with the number and the limit
 */
export async function refuseTextures(document: Document): Promise<void> {
  const textures = document.getRoot().listTextures();
  if (textures.length === 0) return;
  const { default: sharp } = await import('@assetgen/render/sharp');
  /** The last image of each length: many textures may be of one, and to look at its bytes takes less than to read it. */
  const seen = new Map<number, SeenImage>();
  let all = 0;
  let bytes = 0;
  for (const texture of textures) {
    const image = texture.getImage();
    if (image === null || texture.getMimeType() === 'image/ktx2') continue;
    const same = seen.get(image.length);
    const size =
      same !== undefined && same.image.equals(image)
        ? same.size
        : await sharp(image, { limitInputPixels: false })
            .metadata()
            .catch(() => null);
    if (size !== same?.size) seen.set(image.length, { image: viewOf(image), size });
    if (size === null) continue;
    const { width, height } = size;
    refusePixels({ width, height }, image.length, 'a texture');
    all += width * height;
    bytes += image.length;
  }
  refusePixelsOfAll(all, bytes);
}

interface SeenImage {
  readonly image: Buffer;
  /** null: it cannot be read. */
  readonly size: { readonly width: number; readonly height: number } | null;
}

function viewOf({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}
