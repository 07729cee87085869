import type { Document, Material, Texture } from '@gltf-transform/core';

/** From the one that is missed most to the one that is missed least. */
const SLOTS = ['BaseColor', 'Normal', 'Emissive', 'MetallicRoughness', 'Occlusion'] as const;
type Slot = (typeof SLOTS)[number];

/**
 * Takes textures away until at most `most` are left, the least needed first; of a colour, a surface
 * or an emission its mean stays as the material's factor.
 */
export async function limitTextures(document: Document, most: number): Promise<void> {
  const root = document.getRoot();
  const rank = new Map<Texture, number>();
  for (const material of root.listMaterials()) {
    for (const [at, slot] of SLOTS.entries()) {
      const texture = material[`get${slot}Texture`]();
      if (texture !== null) rank.set(texture, Math.min(at, rank.get(texture) ?? Infinity));
    }
  }
  // Those of extensions alone, a clearcoat or a sheen, are refinements.
  const ranked = root
    .listTextures()
    .map((texture) => ({ texture, at: rank.get(texture) ?? SLOTS.length }))
    .sort((a, b) => a.at - b.at);
  const surplus = new Set(ranked.slice(most).map(({ texture }) => texture));
  if (surplus.size === 0) return;
  const means = new Map<Texture, readonly number[]>();
  for (const texture of surplus) means.set(texture, await meanOf(texture));
  for (const material of root.listMaterials()) {
    for (const slot of SLOTS) {
      const texture = material[`get${slot}Texture`]();
      if (texture === null || !surplus.has(texture)) continue;
      keepMean(material, slot, means.get(texture) ?? [1, 1, 1, 1]);
      material[`set${slot}Texture`](null);
    }
  }
  for (const texture of surplus) texture.dispose();
}

/** Red, green, blue and alpha as they are stored, 0 to 1. */
async function meanOf(texture: Texture): Promise<readonly number[]> {
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

function keepMean(
  material: Material,
  slot: Slot,
  [r = 1, g = 1, b = 1, a = 1]: readonly number[],
): void {
  switch (slot) {
    case 'BaseColor': {
      const [red, green, blue, alpha] = material.getBaseColorFactor();
      material.setBaseColorFactor([
        red * linear(r),
        green * linear(g),
        blue * linear(b),
        alpha * a,
      ]);
      return;
    }
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
