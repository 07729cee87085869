import { setImmediate } from 'node:timers/promises';
import { Document, NodeIO } from '@gltf-transform/core';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { modelStep } from '../../../testing/model-step.ts';
import { sampleGlb } from '../../../testing/sample-glb.ts';
import { solidTextures } from './solid-textures.ts';
import { beginTextures, createTextureCache, encodeTextures } from './encode-textures.ts';
import { warmSimplifier } from '../warm-simplifier.ts';

const SIDE = 64;

type Paint = (x: number, y: number) => readonly number[];
const RED: Paint = () => [200, 0, 0];
const CHEQUERED: Paint = (x, y) => ((x + y) % 2 === 0 ? [255, 255, 255] : [0, 0, 0]);

async function picture(paint: Paint): Promise<Uint8Array> {
  const pixels = Array.from({ length: SIDE * SIDE }, (_, at) => paint(at % SIDE, at / SIDE));
  const raw = { width: SIDE, height: SIDE, channels: 3 } as const;
  return new Uint8Array(await sharp(Buffer.from(pixels.flat()), { raw }).png().toBuffer());
}

async function painted(...paints: Paint[]): Promise<Document> {
  const { glb } = await sampleGlb(4);
  const document = await new NodeIO().readBinary(glb);
  const root = document.getRoot();
  for (const texture of root.listTextures()) texture.dispose();
  for (const [at, paint] of paints.entries()) {
    const texture = document
      .createTexture()
      .setImage(await picture(paint))
      .setMimeType('image/png');
    root.listMaterials()[at]?.setBaseColorTexture(texture);
  }
  return document;
}

describe('textures of one colour', () => {
  it('become a factor, beside one that is not', async () => {
    const document = await painted(RED, CHEQUERED);
    const { bytes, meta } = await modelStep(await new NodeIO().writeBinary(document), {
      simplify: 0.9,
    });
    expect(meta.textures).toBe(1);
    const root = (await new NodeIO().readBinary(bytes ?? new Uint8Array())).getRoot();
    const red = root.listMaterials().find((each) => each.getBaseColorTexture() === null);
    expect(red?.getBaseColorFactor().map((value) => Number(value.toFixed(2)))).toEqual([
      0.58, 0, 0, 1,
    ]);
  });

  it.each<[string, Paint, boolean]>([
    ['one that is', RED, true],
    ['one that nearly is', (x) => [200, x % 2, 0], true],
    ['one that begins so', (_, y) => (y < 20 ? [200, 0, 0] : [0, 90, y]), false],
    ['one that is not', CHEQUERED, false],
  ])('are told by a part of their rows: %s', async (_, paint, solid) => {
    expect(await solidTextures(await painted(paint))).toHaveLength(solid ? 1 : 0);
  });

  it('are none that cannot be read', async () => {
    const document = new Document();
    document
      .createTexture()
      .setImage(Uint8Array.of(1, 2, 3))
      .setMimeType('image/png');
    document.createTexture();
    expect(await solidTextures(document)).toEqual([]);
  });
});

describe('beginTextures', () => {
  it('encodes what is asked for later, and leaves the model as it is', async () => {
    const document = await painted(CHEQUERED);
    const [texture] = document.getRoot().listTextures();
    const before = texture?.getImage();
    const cache = createTextureCache();
    await beginTextures(document, { textures: { format: 'webp', maxSize: 16 } }, cache);
    expect(cache.encoded.size).toBe(1);
    await Promise.all(cache.encoded.values());
    expect(document.getRoot().listTextures()).toHaveLength(1);
    expect(texture?.getImage()).toEqual(before);

    await encodeTextures(document, { format: 'webp', maxSize: 16 }, 1, cache);
    expect(cache.encoded.size).toBe(1);
    expect(await sharp(texture?.getImage() ?? Buffer.of()).metadata()).toMatchObject({
      format: 'webp',
      width: 16,
    });
  });

  it('tells of one that fails only where it is wanted', async () => {
    const document = new Document();
    document
      .createTexture()
      .setImage(Uint8Array.of(1, 2, 3))
      .setMimeType('image/png');
    const cache = createTextureCache();
    const textures = { format: 'webp', maxSize: 16 } as const;
    await beginTextures(document, { textures }, cache);
    // It has failed by now, and with nobody to hear of it would end the process.
    await setImmediate();
    await expect(encodeTextures(document, textures, 1, cache)).rejects.toThrow();
  });

  it('waits where a limit may take some of them away', async () => {
    const cache = createTextureCache();
    const textures = { format: 'webp', maxCount: 1 } as const;
    await beginTextures(await painted(CHEQUERED, RED), { textures }, cache);
    expect(cache.encoded.size).toBe(0);
  });
});

it('a simplifier that is warmed for a large model says nothing', async () => {
  const large = new Uint8Array(1_500_000);
  await expect(
    warmSimplifier(large, [{ type: 'model', options: { simplify: 0.5 } }]),
  ).resolves.toBeUndefined();
});
