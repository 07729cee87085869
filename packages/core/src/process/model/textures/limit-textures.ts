import type { Document, Material, Texture } from '@gltf-transform/core';
import type { PBRSpecularGlossiness } from '@gltf-transform/extensions';
import { holdsData } from './holds-data.ts';

/** From the one that is missed most to the one that is missed least. */
const SLOTS = ['BaseColor', 'Normal', 'Emissive', 'MetallicRoughness', 'Occlusion'] as const;
type Slot = (typeof SLOTS)[number];
type Mean = readonly number[];

/** A place of a material for a texture that has a factor beside it, or needs none. */
interface Use {
  readonly texture: Texture;
  /** The least is missed most. */
  readonly rank: number;
  /** Takes the texture away, and keeps its mean where there is a factor for it. */
  drop(mean: Mean): void;
}

/**
 * Takes textures of materials away until at most `most` are left, the least needed first; of a colour, a surface
 * or an emission its mean stays as the material's factor. A texture that holds data, such as the ids of
 * EXT_mesh_features, is no picture: it is not counted, and stays.
 */
export async function limitTextures(document: Document, most: number): Promise<void> {
  const root = document.getRoot();
  const uses = root.listMaterials().flatMap(usesOf);
  const rank = new Map<Texture, number>();
  for (const { texture, rank: at } of uses) {
    rank.set(texture, Math.min(at, rank.get(texture) ?? Infinity));
  }
  // Those of other extensions, a clearcoat or a sheen, are refinements.
  const ranked = root
    .listTextures()
    .filter((texture) => !holdsData(texture))
    .map((texture) => ({ texture, at: rank.get(texture) ?? SLOTS.length }))
    .sort((a, b) => a.at - b.at);
  const surplus = new Set(ranked.slice(most).map(({ texture }) => texture));
  if (surplus.size === 0) return;
  const means = new Map<Texture, Mean>();
  for (const texture of surplus) means.set(texture, await meanOf(texture));
  for (const { texture, drop } of uses) {
    if (surplus.has(texture)) drop(means.get(texture) ?? [1, 1, 1, 1]);
  }
  for (const texture of surplus) texture.dispose();
}

function usesOf(material: Material): Use[] {
  const uses = SLOTS.flatMap((slot, rank): Use[] => {
    const texture = material[`get${slot}Texture`]();
    if (texture === null) return [];
    const drop = (mean: Mean): void => {
      keepMean(material, slot, mean);
      material[`set${slot}Texture`](null);
    };
    return [{ texture, rank, drop }];
  });
  const old = material.getExtension<PBRSpecularGlossiness>('KHR_materials_pbrSpecularGlossiness');
  return old === null ? uses : [...uses, ...usesOfSpecular(old)];
}

/** A material of specular and glossiness has its colour and its surface in an extension. */
function usesOfSpecular(old: PBRSpecularGlossiness): Use[] {
  const diffuse = old.getDiffuseTexture();
  const surface = old.getSpecularGlossinessTexture();
  const uses: Use[] = [];
  if (diffuse !== null) {
    const drop = (mean: Mean): void => {
      old.setDiffuseFactor(times(old.getDiffuseFactor(), mean));
      old.setDiffuseTexture(null);
    };
    uses.push({ texture: diffuse, rank: SLOTS.indexOf('BaseColor'), drop });
  }
  if (surface !== null) {
    const drop = (mean: Mean): void => {
      const [red, green, blue, gloss] = times([...old.getSpecularFactor(), 1], mean);
      old.setSpecularFactor([red, green, blue]);
      old.setGlossinessFactor(old.getGlossinessFactor() * gloss);
      old.setSpecularGlossinessTexture(null);
    };
    uses.push({ texture: surface, rank: SLOTS.indexOf('MetallicRoughness'), drop });
  }
  return uses;
}

type Rgba = [number, number, number, number];

/** A linear colour times one that is stored as sRGB; alpha is linear in both. */
function times([red, green, blue, alpha]: Rgba, [r = 1, g = 1, b = 1, a = 1]: Mean): Rgba {
  return [red * linear(r), green * linear(g), blue * linear(b), alpha * a];
}

/** Red, green, blue and alpha as they are stored, 0 to 1. */
async function meanOf(texture: Texture): Promise<Mean> {
  const { default: sharp } = await import('@assetgen/render/sharp');
  try {
    const { channels } = await sharp(texture.getImage() ?? new Uint8Array(), { ignoreIcc: true })
      .toColourspace('srgb')
      .ensureAlpha()
      .stats();
    return channels.map((channel) => channel.mean / 255);
  } catch {
    return [1, 1, 1, 1];
  }
}

function keepMean(material: Material, slot: Slot, mean: Mean): void {
  const [r = 1, g = 1, b = 1] = mean;
  switch (slot) {
    case 'BaseColor':
      material.setBaseColorFactor(times(material.getBaseColorFactor(), mean));
      return;
    case 'Emissive': {
      const [red, green, blue] = material.getEmissiveFactor();
      material.setEmissiveFactor([red * linear(r), green * linear(g), blue * linear(b)]);
      return;
    }
    case 'MetallicRoughness':
      material.setRoughnessFactor(material.getRoughnessFactor() * g);
      material.setMetallicFactor(material.getMetallicFactor() * b);
      return;
    default:
      // A mean normal is the surface's own; a mean occlusion only darkens.
      return;
  }
}

function linear(value: number): number {
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
}
