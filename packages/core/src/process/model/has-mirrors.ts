import type { Document, Material, Texture } from '@gltf-transform/core';

/** From here on a surface reflects like metal. A dielectric reflects 4 %, which shows no error. */
const METAL = 0.5;
/** Up to here a reflection has edges: GGX blurs it by 3 to 4 degrees, a normal of 8 bits is off by up to 1. */
const GLOSSY = 0.25;
/** A texture is looked at in this size. Unit: pixels. */
const LOOK = 128;
/** Less of a texture is a rivet or noise. */
const SHARE = 0.01;

/**
 * Whether a surface reflects its surroundings as a mirror does: metal that is smooth. Normals of 8 bits make the edges
 * of such a reflection wavy.
 */
export async function hasMirrors(document: Document): Promise<boolean> {
  const looked = new Map<Texture, Promise<Surfaces>>();
  const found = await Promise.all(
    document
      .getRoot()
      .listMaterials()
      .map((material) => isMirror(material, looked)),
  );
  return found.includes(true);
}

/** Pairs of roughness and metalness, 0 to 1; null: nobody can read them. */
type Surfaces = readonly (readonly [rough: number, metal: number])[] | null;

async function isMirror(
  material: Material,
  looked: Map<Texture, Promise<Surfaces>>,
): Promise<boolean> {
  const metal = material.getMetallicFactor();
  const rough = material.getRoughnessFactor();
  if (metal < METAL) return false;
  const texture = material.getMetallicRoughnessTexture();
  if (texture === null) return rough <= GLOSSY;
  const known = looked.get(texture) ?? lookAt(texture);
  looked.set(texture, known);
  const surfaces = (await known) ?? [];
  const mirrors = surfaces.filter(([r, m]) => r * rough <= GLOSSY && m * metal >= METAL);
  return mirrors.length > surfaces.length * SHARE;
}

/** glTF 2.0, 3.9.2: roughness is the green channel by its factor, metalness the blue one by its own. */
async function lookAt(texture: Texture): Promise<Surfaces> {
  try {
    const { default: sharp } = await import('@assetgen/render/sharp');
    const { data, info } = await sharp(texture.getImage() ?? new Uint8Array(), { ignoreIcc: true })
      // Whole pixels: a mean of metal and of rough wood would be neither.
      .resize({ width: LOOK, height: LOOK, fit: 'fill', kernel: 'nearest' })
      .toColourspace('srgb')
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    return Array.from({ length: LOOK * LOOK }, (_, pixel) => {
      const at = pixel * info.channels;
      return [(data[at + 1] ?? 0) / 255, (data[at + 2] ?? 0) / 255];
    });
  } catch {
    return null;
  }
}
