import type { EncodedTexture } from './write-glb.ts';

/** Raw RGB to JPEG without subsampled colour. Sharp brings its own encoder, so Node's version does not matter. */
export async function encodeTexture(
  pixels: Uint8Array,
  width: number,
  quality: number,
  height: number = width,
): Promise<EncodedTexture> {
  const { default: sharp } = await import('@assetgen/render/sharp');
  const bytes = await sharp(pixels, { raw: { width, height, channels: 3 } })
    .jpeg({ quality, chromaSubsampling: '4:4:4' })
    .toBuffer();
  return { bytes: new Uint8Array(bytes), mimeType: 'image/jpeg' };
}
