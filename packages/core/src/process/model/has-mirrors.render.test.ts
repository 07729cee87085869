import { Document } from '@gltf-transform/core';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { hasMirrors } from './has-mirrors.ts';

interface Surface {
  readonly metal: number;
  readonly rough: number;
  /** Roughness and metalness of the left part of a texture, 0 to 255; the rest is rough and no metal. */
  readonly map?: { readonly rough: number; readonly metal: number; readonly share: number };
}

async function made({ metal, rough, map }: Surface): Promise<Document> {
  const document = new Document();
  const material = document.createMaterial().setMetallicFactor(metal).setRoughnessFactor(rough);
  if (map === undefined) return document;
  const [width, height] = [200, 4];
  const pixels = Buffer.alloc(width * height * 3);
  for (let at = 0; at < width * height; at += 1) {
    const isPart = at % width < width * map.share;
    pixels.set(isPart ? [0, map.rough, map.metal] : [0, 255, 0], at * 3);
  }
  const image = await sharp(pixels, { raw: { width, height, channels: 3 } })
    .png()
    .toBuffer();
  material.setMetallicRoughnessTexture(document.createTexture().setImage(image));
  return document;
}

describe('a model has mirrors', () => {
  it.each<[what: string, surface: Surface, is: boolean]>([
    ['smooth metal', { metal: 1, rough: 0.1 }, true],
    ['metal at the limit', { metal: 0.5, rough: 0.25 }, true],
    ['brushed metal', { metal: 1, rough: 0.3 }, false],
    ['glossy plastic', { metal: 0, rough: 0.05 }, false],
    [
      'a map whose part is smooth metal',
      { metal: 1, rough: 1, map: { rough: 40, metal: 255, share: 0.1 } },
      true,
    ],
    [
      'a map that the factor makes smooth',
      { metal: 1, rough: 0.2, map: { rough: 255, metal: 255, share: 0.5 } },
      true,
    ],
    [
      'a map of rough metal',
      { metal: 1, rough: 1, map: { rough: 120, metal: 255, share: 1 } },
      false,
    ],
    [
      'a speck of a map',
      { metal: 1, rough: 1, map: { rough: 0, metal: 255, share: 0.005 } },
      false,
    ],
  ])('%s', async (_what, surface, is) => {
    expect(await hasMirrors(await made(surface))).toBe(is);
  });

  it('a map that cannot be read is none', async () => {
    const document = new Document();
    document
      .createMaterial()
      .setMetallicRoughnessTexture(document.createTexture().setImage(Uint8Array.of(1, 2, 3)));
    expect(await hasMirrors(document)).toBe(false);
  });
});
