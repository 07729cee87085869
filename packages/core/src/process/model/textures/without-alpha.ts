/**
 * The image without its alpha, where it has one: what a material does not read must not decide what becomes of the
 * colours. Encoders drop colours below an alpha of 0, a JPEG lays them on black, and resizing weighs them by it.
 */
export async function withoutAlpha(source: Uint8Array): Promise<Uint8Array> {
  const { default: sharp } = await import('@assetgen/render/sharp');
  const image = sharp(source, { ignoreIcc: true });
  const { hasAlpha } = await image.metadata();
  if (!hasAlpha) return source;
  return image.removeAlpha().png({ compressionLevel: 1 }).toBuffer();
}
