import { NodeIO } from '@gltf-transform/core';
import { ALL_EXTENSIONS } from '@gltf-transform/extensions';
import { validateBytes } from 'gltf-validator';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { OddModel } from '../../testing/odd-models.ts';
import { sampleGlb } from '../../testing/sample-glb.ts';
import { texturedGlb } from '../../testing/textured-glb.ts';
import { modelStep } from '../../testing/model-step.ts';
import { withoutKtx2 } from './textures/decode-ktx2.ts';
import { renderThumbnail } from './render-thumbnail.ts';

let sample: Uint8Array;
beforeAll(async () => {
  ({ glb: sample } = await sampleGlb());
});

/** Red, green, blue and alpha in the middle of the picture, or elsewhere by shares of its sides. */
async function pixel(image: Uint8Array, x = 0.5, y = 0.5): Promise<number[]> {
  const { width, height } = await sharp(image).metadata();
  const left = Math.floor(width * x);
  const top = Math.floor(height * y);
  const one = sharp(image).ensureAlpha().extract({ left, top, width: 1, height: 1 });
  return [...(await one.raw().toBuffer())];
}

async function middle(model: OddModel): Promise<number[]> {
  return pixel(await renderThumbnail(await model.glb(), { width: 64 }));
}

/** Mean difference of two pictures. 0 to 255. */
async function difference(one: Uint8Array, two: Uint8Array): Promise<number> {
  const [a, b] = await Promise.all([one, two].map((each) => sharp(each).raw().toBuffer()));
  if (a === undefined || b === undefined) throw new Error('no pictures');
  return a.reduce((sum, value, at) => sum + Math.abs(value - (b[at] ?? 0)), 0) / a.length;
}

describe('renderThumbnail', () => {
  it('gives a PNG or a webp of the size that is asked for', async () => {
    const facts = async (options: Parameters<typeof renderThumbnail>[1]) => {
      const { format, width, height } = await sharp(
        await renderThumbnail(sample, options),
      ).metadata();
      return [format, width, height];
    };
    expect(await facts({})).toEqual(['png', 512, 512]);
    expect(await facts({ width: 64 })).toEqual(['png', 64, 64]);
    expect(await facts({ width: 96, height: 40, format: 'webp' })).toEqual(['webp', 96, 40]);
  });

  it('draws textures of KTX2 as it draws those that they were', async () => {
    const glb = await texturedGlb();
    const { bytes } = await modelStep(glb, { textures: { format: 'ktx2' } });
    const [before, after] = [glb, bytes ?? glb];
    const document = await new NodeIO().registerExtensions(ALL_EXTENSIONS).readBinary(after);
    for (const texture of document.getRoot().listTextures()) texture.setImage(new Uint8Array(200));
    const broken = await new NodeIO().registerExtensions(ALL_EXTENSIONS).writeBinary(document);
    const draw = (source: Uint8Array) => renderThumbnail(source, { width: 96 });
    expect(await difference(await draw(before), await draw(after))).toBeLessThan(2);
    // One that cannot be read is left out, and the rest is drawn.
    expect(await difference(await draw(before), await draw(broken))).toBeGreaterThan(4);
  });

  it('is of models in KTX2 as a page without a decoder can have them, too', async () => {
    const glb = await texturedGlb();
    expect(await withoutKtx2(glb)).toBeNull();
    for (const compress of ['meshopt', 'draco'] as const) {
      const { bytes } = await modelStep(glb, { textures: { format: 'ktx2' }, compress });
      const plain = (await withoutKtx2(bytes ?? glb)) ?? new Uint8Array();
      expect((await validateBytes(plain)).issues.numErrors).toBe(0);
      const root = (
        await new NodeIO().registerExtensions(ALL_EXTENSIONS).readBinary(plain)
      ).getRoot();
      const used = root.listExtensionsUsed().map((each) => each.extensionName);
      expect(used.filter((name) => name !== 'KHR_mesh_quantization')).toEqual([]);
      expect(root.listTextures().map((each) => each.getMimeType())).toEqual(
        Array.from({ length: 3 }, () => 'image/png'),
      );
      const [before, after] = await Promise.all(
        [glb, plain].map((each) => renderThumbnail(each, { width: 96 })),
      );
      expect(await difference(before!, after!)).toBeLessThan(2);
    }
  });

  it('fits the model to the picture, wide or high', async () => {
    for (const [width, height] of [
      [120, 60],
      [60, 120],
    ] as const) {
      const alpha = sharp(await renderThumbnail(sample, { width, height })).extractChannel(3);
      // The shadow is no part of it.
      const { info } = await sharp(await alpha.threshold(250).png().toBuffer())
        .trim({ threshold: 1 })
        .toBuffer({ resolveWithObject: true });
      const filled = Math.max(info.width / width, info.height / height);
      expect(filled).toBeGreaterThan(0.75);
      expect(filled).toBeLessThan(0.95);
    }
  });

  it('stands on nothing, on a colour or in the studio', async () => {
    const corner = async (background?: string) =>
      pixel(
        await renderThumbnail(sample, { width: 64, ...(background && { background }) }),
        0.02,
        0.02,
      );
    expect((await corner())[3]).toBe(0);
    expect(await corner('#336699')).toEqual([0x33, 0x66, 0x99, 255]);
    expect(await corner('rgb(0 0 0 / 50%)')).toEqual([0, 0, 0, 128]);
    const [r = 0, , , a] = await corner('studio');
    expect(r).toBeGreaterThan(180);
    expect(a).toBe(255);
  });

  it('gives the same picture twice', async () => {
    const [one, two] = await Promise.all([1, 2].map(() => renderThumbnail(sample, { width: 48 })));
    expect(Buffer.from(one ?? []).equals(Buffer.from(two ?? []))).toBe(true);
  });

  it.each(['meshopt', 'draco', 'quantize'] as const)('decodes %s', async (compress) => {
    const { bytes } = await modelStep(sample, { compress, textures: { format: 'webp' } });
    const [before, after] = await Promise.all(
      [sample, bytes ?? sample].map((glb) => renderThumbnail(glb, { width: 96 })),
    );
    expect(await difference(before!, after!)).toBeLessThan(3);
  });

  it('shows what no lamp lights in its own colour', async () => {
    const model = new OddModel();
    model.square(model.unlit([0.5, 0.02, 0.2, 1]));
    const [r = 0, g = 0, b = 0, a] = await middle(model);
    // The sRGB of the linear factors.
    expect(Math.abs(r - 188)).toBeLessThan(6);
    expect(Math.abs(g - 39)).toBeLessThan(8);
    expect(Math.abs(b - 124)).toBeLessThan(6);
    expect(a).toBe(255);
  });

  it('draws colours of vertices, in bytes too', async () => {
    const model = new OddModel();
    const colors = new Uint8Array([0, 255, 0, 0, 255, 0, 0, 255, 0, 0, 255, 0]);
    const accessor = model.accessor('VEC3', new Float32Array()).setArray(colors);
    model
      .square(model.material([1, 1, 1, 1]))
      .setAttribute('COLOR_0', accessor.setNormalized(true));
    const [r = 0, g = 0, b = 0] = await middle(model);
    expect(g).toBeGreaterThan(3 * Math.max(r, b));
  });

  it('lets light through glass, and sees the nearest pane first', async () => {
    const model = new OddModel();
    const glass = (color: [number, number, number, number]) =>
      model.unlit(color).setAlphaMode('BLEND');
    model.square(glass([0, 0, 1, 0.5]), 0.02);
    model.square(model.unlit([1, 0, 0, 1]), 0);
    const [r = 0, , b = 0, a] = await middle(model);
    expect(a).toBe(255);
    expect(Math.min(r, b)).toBeGreaterThan(90);
    const alone = new OddModel();
    alone.square(alone.unlit([0, 0, 1, 0.5]).setAlphaMode('BLEND'));
    const [, , , through = 0] = await middle(alone);
    expect(through).toBeGreaterThan(100);
    expect(through).toBeLessThan(200);
  });

  it('cuts holes where a mask has them', async () => {
    const holes = await sharp({
      create: { width: 2, height: 2, channels: 4, background: { r: 9, g: 9, b: 9, alpha: 0.2 } },
    })
      .png()
      .toBuffer();
    for (const [mode, alpha] of [
      ['MASK', 0],
      ['OPAQUE', 255],
    ] as const) {
      const model = new OddModel();
      const texture = model.document.createTexture().setImage(holes).setMimeType('image/png');
      const material = model.unlit([1, 1, 1, 1]).setBaseColorTexture(texture).setAlphaMode(mode);
      model
        .square(material)
        .setAttribute(
          'TEXCOORD_0',
          model.accessor('VEC2', new Float32Array([0, 0, 1, 0, 1, 1, 0, 1])),
        );
      const [, , , found = 0] = await middle(model);
      // A mask's shadow falls through too.
      expect(Math.abs(found - alpha)).toBeLessThan(40);
    }
  });

  it('stands a skinned mesh where its joints are, and a morphed one by its weights', async () => {
    const skinned = new OddModel();
    const { document } = skinned;
    const primitive = skinned.square(skinned.unlit([0, 1, 0, 1]));
    const mesh = document.getRoot().listMeshes()[0];
    const joint = document.createNode('joint').setTranslation([50, 0, 0]);
    const skin = document.createSkin().addJoint(joint);
    primitive.setAttribute('JOINTS_0', skinned.accessor('VEC4', new Uint16Array(16))).setAttribute(
      'WEIGHTS_0',
      skinned.accessor(
        'VEC4',
        new Float32Array(16).map((_, i) => (i % 4 ? 0 : 1)),
      ),
    );
    document.getRoot().listNodes()[0]?.setSkin(skin).setTranslation([0, 999, 0]);
    skinned.scene.addChild(joint);
    // A second one where the joint is: were the mesh elsewhere, neither would be in the middle.
    const mark = document
      .createNode()
      .setTranslation([50, 0, 0])
      .setMesh(mesh ?? null);
    skinned.scene.addChild(mark);
    expect((await middle(skinned))[1]).toBeGreaterThan(200);

    const morphed = new OddModel();
    const base = morphed.square(morphed.unlit([0, 0, 1, 1]));
    const change = new Float32Array(12).map((_, i) => (i % 3 === 0 ? 50 : 0));
    base.addTarget(
      morphed.document
        .createPrimitiveTarget()
        .setAttribute('POSITION', morphed.accessor('VEC3', change)),
    );
    morphed.document.getRoot().listMeshes()[0]?.setWeights([1]);
    morphed.square(morphed.unlit([0, 0, 1, 1])).getAttribute('POSITION');
    const nodes = morphed.document.getRoot().listNodes();
    nodes[1]?.setTranslation([50, 0, 0]);
    expect((await middle(morphed))[2]).toBeGreaterThan(200);
  });

  it.each([
    ['points', 0],
    ['lines', 1],
    ['a loop of lines', 2],
    ['a row of lines', 3],
    ['a strip of triangles', 5],
    ['a fan of triangles', 6],
  ] as const)('draws %s', async (_name, mode) => {
    const model = new OddModel();
    model.square(model.material([1, 0, 0, 1])).setMode(mode);
    const image = await renderThumbnail(await model.glb(), { width: 64, background: '#fff' });
    const { channels } = await sharp(image).removeAlpha().stats();
    const [red, green] = channels;
    expect(red!.mean).toBeGreaterThan(green!.mean + 0.1);
  });

  it('draws more primitives than a byte counts', async () => {
    const model = new OddModel();
    const red = model.unlit([1, 0, 0, 1]);
    const green = model.unlit([0, 1, 0, 1]);
    for (let i = 0; i < 260; i++) model.square(i === 259 ? green : red, i * 0.001);
    expect((await middle(model))[1]).toBeGreaterThan(200);
  });

  it('draws without a texture that nobody can decode', async () => {
    const io = new NodeIO().registerExtensions(ALL_EXTENSIONS);
    const document = await io.readBinary(sample);
    document
      .getRoot()
      .listTextures()[0]
      ?.setImage(new Uint8Array([1, 2, 3]));
    const image = await renderThumbnail(await io.writeBinary(document), { width: 32 });
    expect((await sharp(image).metadata()).width).toBe(32);
  });

  it('draws an empty scene, and one that is a single place', async () => {
    const empty = await renderThumbnail(await new OddModel().glb(), { width: 16 });
    expect((await pixel(empty))[3]).toBe(0);
    const model = new OddModel();
    const flat = model.square(model.material([1, 1, 1, 1]));
    flat.getAttribute('POSITION')?.setArray(new Float32Array(12));
    await renderThumbnail(await model.glb(), { width: 16 });
  });

  it.each<[string, Parameters<typeof renderThumbnail>[1], RegExp]>([
    ['no size', { width: 0 }, /^width: expected an integer from 1 to 4096, found 0$/],
    ['half a pixel', { height: 1.5 }, /^height: /],
    ['a size beyond memory', { width: 100_000 }, /^width: /],
    ['no colour', { background: 'nonsense' }, /^background: expected a CSS colour/],
  ])('refuses %s', async (_name, options, message) => {
    await expect(renderThumbnail(sample, options)).rejects.toThrow(message);
  });

  it('refuses what is no GLB', async () => {
    await expect(renderThumbnail(Buffer.from('a text, and a long one'))).rejects.toMatchObject({
      code: 'ASSETGEN_CONTENT',
    });
  });
});
