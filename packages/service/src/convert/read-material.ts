import type { Material, Texture } from '@gltf-transform/core';
import type { MeshImage, MeshMaterial } from './mesh-model.ts';

/** The properties that other formats have too. */
export async function readMaterial(
  source: Material | null,
  index: number,
  images: ReadonlyMap<Texture, MeshImage>,
): Promise<MeshMaterial> {
  const image = (texture: Texture | null | undefined): MeshImage | undefined =>
    texture == null ? undefined : images.get(texture);
  const metallic = source?.getMetallicFactor() ?? 0;
  const roughness = source?.getRoughnessFactor() ?? 0.8;
  const surfaceImage = image(source?.getMetallicRoughnessTexture());
  const [, green, blue] = await averageOf(surfaceImage);
  return {
    name: `${cleanName(source?.getName() || 'material')}_${index}`,
    colour: source?.getBaseColorFactor() ?? [0.8, 0.8, 0.8, 1],
    metallic,
    roughness,
    average: { metallic: metallic * blue, roughness: roughness * green },
    emissive: source?.getEmissiveFactor() ?? [0, 0, 0],
    colourImage: image(source?.getBaseColorTexture()),
    normalImage: image(source?.getNormalTexture()),
    surfaceImage,
  };
}

/** The average of each channel, 0 to 1; without an image 1, which changes no factor. */
async function averageOf(image: MeshImage | undefined): Promise<[number, number, number]> {
  if (image === undefined) return [1, 1, 1];
  const { default: sharp } = await import('@assetgen/render/sharp');
  const [r = 255, g = 255, b = 255] = await sharp(image.bytes)
    .toColourspace('srgb')
    .removeAlpha()
    .resize(1, 1, { fit: 'fill', kernel: 'linear' })
    .raw()
    .toBuffer();
  return [r / 255, g / 255, b / 255];
}

/** PNG and JPEG as they are; anything else as PNG, which every reader of these formats knows. */
export async function readImage(texture: Texture, index: number): Promise<MeshImage> {
  const bytes = texture.getImage() ?? new Uint8Array();
  const stem = `${cleanName(texture.getName() || 'texture')}_${index}`;
  switch (texture.getMimeType()) {
    case 'image/png':
      return { file: `${stem}.png`, bytes };
    case 'image/jpeg':
      return { file: `${stem}.jpg`, bytes };
    default: {
      const { default: sharp } = await import('@assetgen/render/sharp');
      return { file: `${stem}.png`, bytes: await sharp(bytes).png().toBuffer() };
    }
  }
}

/** A name that every format takes: letters, digits, `_` and `-`, not beginning with a digit. */
export function cleanName(name: string): string {
  const clean = name.replaceAll(/[^A-Za-z0-9_-]+/g, '_').slice(0, 60);
  return /^[A-Za-z_]/.test(clean) ? clean : `_${clean}`;
}
