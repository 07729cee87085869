import type { Document, Material, Texture } from '@gltf-transform/core';
import { ExtensionProperty, NodeIO, Document as GltfDocument } from '@gltf-transform/core';
import type { Features, PBRSpecularGlossiness } from '@gltf-transform/extensions';
import {
  ALL_EXTENSIONS,
  EXTMeshFeatures,
  KHRMaterialsPBRSpecularGlossiness,
} from '@gltf-transform/extensions';
import { validateBytes } from 'gltf-validator';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import type { ModelStepOptions } from '../../../manifest/manifest.ts';
import { addSphere } from '../../../testing/add-sphere.ts';
import { modelStep } from '../../../testing/model-step.ts';
import type { BasisEncoder } from './basis-encoder.ts';
import { openBasisEncoder } from './basis-encoder.ts';
import { createTextureCache, encodeTextures } from './encode-textures.ts';
import { pictureLikeness } from '../picture-likeness.ts';

type Paint = (x: number, y: number) => readonly [number, number, number, number];
const wave = (value: number): number => Math.round(128 + 100 * Math.sin(value / 9));
const SMOOTH: Paint = (x, y) => [wave(x + y), wave(x + y) * 0.8, wave(x + y) * 0.6, 255];
const BUMPS: Paint = (x, y) => [wave(x), wave(y), 230, 255];
/** Nothing at all around, and noise where nobody sees it. */
const LEAF: Paint = (x, y) => {
  const isSeen = Math.hypot(x - 32, y - 32) < 24;
  return isSeen ? SMOOTH(x, y) : [(x * y * 57) % 256, (x * 91 + y * 13) % 256, (y * 37) % 256, 0];
};

async function png(paint: Paint, width: number, height: number): Promise<Uint8Array<ArrayBuffer>> {
  const pixels = Array.from({ length: width * height }, (_, at) =>
    paint(at % width, Math.floor(at / width)),
  );
  const raw = { width, height, channels: 4 } as const;
  return new Uint8Array(await sharp(Buffer.from(pixels.flat()), { raw }).png().toBuffer());
}

const io = new NodeIO().registerExtensions(ALL_EXTENSIONS);
const read = async (glb: Uint8Array | null) => io.readBinary(glb ?? new Uint8Array());

/** A sphere for each material. */
async function model(...materials: ((material: Material, document: Document) => unknown)[]) {
  const document = new GltfDocument();
  document.createBuffer();
  const scene = document.createScene();
  for (const [at, change] of materials.entries()) {
    const material = document.createMaterial(`material ${at}`);
    const features = await change(material, document);
    const { node } = addSphere(document, material, 6);
    if (features instanceof ExtensionProperty) {
      node.getMesh()?.listPrimitives()[0]?.setExtension('EXT_mesh_features', features);
    }
    scene.addChild(node.setTranslation([at * 3, 0, 0]));
  }
  return io.writeBinary(document);
}

const texture = async (document: Document, paint: Paint, width = 64, height = width) =>
  document
    .createTexture()
    .setImage(await png(paint, width, height))
    .setMimeType('image/png');

async function made(source: Uint8Array, options: ModelStepOptions) {
  const { bytes, meta } = await modelStep(source, options);
  expect((await validateBytes(bytes ?? new Uint8Array())).issues).toMatchObject({ numErrors: 0 });
  return { meta, root: (await read(bytes)).getRoot() };
}

/** Of the data format descriptor (KTX 2.0, section 5). */
function isSrgb(found: Texture | null): boolean {
  const { buffer, byteOffset } = found?.getImage() ?? new Uint8Array();
  const ktx = new DataView(buffer, byteOffset);
  return ktx.getUint8(ktx.getUint32(48, true) + 14) === 2;
}

let basis: BasisEncoder;
beforeAll(async () => {
  basis = await openBasisEncoder();
});

const PRESET = { maxTriangles: 60_000, textures: { format: 'auto', maxSize: 1024 } } as const;
const KTX2 = { textures: { format: 'ktx2' } } as const;

describe('textures beside the usual', () => {
  it('are none', async () => {
    const plain = await model((material) => material.setBaseColorFactor([1, 0, 0, 1]));
    for (const options of [PRESET, KTX2]) {
      const { meta } = await made(plain, options);
      expect(meta).toMatchObject({ textures: 0, maps: [], extensions: [] });
    }
  });

  it.each([
    [1, 1, 'webp', 4, 4],
    [3, 5, 'webp', 4, 4],
    [130, 67, 'etc1s', 132, 68],
  ])('are %d × %d: %s where it pays, and multiples of four as KTX2', async (...each) => {
    const [width, height, format, wide, high] = each;
    const source = await model(async (material, document) => {
      // Two pixels would be of one colour.
      const paint: Paint = width === 1 ? () => [200, 30, 40, 255] : SMOOTH;
      const found = await texture(document, paint, width, height);
      // One colour becomes a factor, unless it is a normal's.
      if (width === 1) material.setNormalTexture(found);
      else material.setBaseColorTexture(found);
    });
    const { meta } = await made(source, PRESET);
    if (meta.maps?.length === 1) expect(meta.maps).toMatchObject([{ format }]);
    const ktx2 = await made(source, KTX2);
    if (ktx2.meta.maps?.length === 1) {
      expect(ktx2.meta.maps).toMatchObject([{ width: wide, height: high }]);
    }
    if (width > 1) expect([meta.maps?.length, ktx2.meta.maps?.length]).toEqual([1, 1]);
  });

  it('are larger than the encoder takes: webp where it may choose, else an error', async () => {
    const document = new GltfDocument();
    const side = { width: 4096, height: 3080 };
    const huge = await sharp({ create: { ...side, channels: 3, background: '#357' } })
      .png()
      .toBuffer();
    const found = document.createTexture().setImage(new Uint8Array(huge)).setMimeType('image/png');
    document.createMaterial().setBaseColorTexture(found);
    await expect(
      encodeTextures(document, { format: 'ktx2' }, 1, createTextureCache()),
    ).rejects.toMatchObject({
      code: 'ASSETGEN_CONTENT',
      message: expect.stringContaining('4096 × 3080'),
    });
    await encodeTextures(document, { format: 'auto', quality: 5 }, 1, createTextureCache());
    expect(found.getMimeType()).toBe('image/webp');
  });

  it.each([
    { format: 'auto' },
    { format: 'webp' },
    { format: 'webp', quality: 90 },
    { format: 'avif' },
    { format: 'ktx2' },
    { format: 'png' },
  ] as const)('are a palette: %j shows each of its colours', async (textures) => {
    const colours = [
      [252, 200, 0],
      [0, 80, 252],
      [30, 200, 20],
      [200, 0, 160],
    ] as const;
    const paint: Paint = (x) => [...(colours[x % 4] ?? [0, 0, 0]), 255];
    const source = await model(async (material, document) =>
      material.setBaseColorTexture(await texture(document, paint, 256, 1)),
    );
    const { root, meta } = await made(source, { textures });
    const [found] = root.listTextures();
    if (textures.format === 'ktx2') {
      expect(meta.maps?.map((map) => map.format)).toEqual(['uastc']);
      return;
    }
    const { data, info } = await sharp(found?.getImage() ?? Buffer.of())
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect([info.width, info.height]).toEqual([256, 1]);
    for (const [at, value] of data.entries()) {
      const colour = colours[Math.floor(at / 3) % 4];
      expect(Math.abs(value - (colour?.[at % 3] ?? 0))).toBeLessThan(3);
    }
  });

  it('are a strip that is far longer than it may be: 1 pixel stays of its height', async () => {
    const source = await model(async (material, document) =>
      material.setBaseColorTexture(await texture(document, SMOOTH, 512, 1)),
    );
    for (const format of ['webp', 'jpeg', undefined] as const) {
      const textures = { maxSize: 64, ...(format && { format }) };
      const { root } = await made(source, { textures });
      const [found] = root.listTextures();
      expect(found?.getMimeType()).toBe(`image/${format ?? 'png'}`);
      expect(found?.getSize()).toEqual([64, 1]);
    }
  });

  it('have one colour for several uses, each of which becomes a factor of its own', async () => {
    const source = await model(async (material, document) => {
      const grey = await texture(document, () => [128, 128, 0, 255], 8);
      material
        .setBaseColorTexture(grey)
        .setMetallicRoughnessTexture(grey)
        .setEmissiveTexture(grey)
        .setBaseColorFactor([0, 1, 0, 1])
        .setEmissiveFactor([1, 0, 0])
        .setMetallicFactor(0.5)
        .setRoughnessFactor(0.5);
    });
    const { root } = await made(source, { compress: 'quantize' });
    const [material] = root.listMaterials();
    expect(root.listTextures()).toEqual([]);
    expect(material?.getBaseColorFactor()[1]).toBeCloseTo(0.216, 2);
    expect(material?.getEmissiveFactor()[0]).toBeCloseTo(0.216, 2);
    expect(material?.getRoughnessFactor()).toBeCloseTo(0.25, 2);
    expect(material?.getMetallicFactor()).toBe(0);
  });

  it('say they are another format: they keep their shape, and are called what they are', async () => {
    const jpeg = await sharp(await png(SMOOTH, 128, 96))
      .jpeg({ progressive: true })
      .toBuffer();
    const source = await model((material, document) =>
      material.setBaseColorTexture(
        document.createTexture().setImage(new Uint8Array(jpeg)).setMimeType('image/png'),
      ),
    );
    const { root } = await made(source, { textures: { maxSize: 64 } });
    const [found] = root.listTextures();
    expect([found?.getMimeType(), found?.getSize()]).toEqual(['image/jpeg', [64, 48]]);
  });

  it('have a colour profile, which no viewer applies: their numbers stay', async () => {
    const side = 64;
    const pixels = await sharp({
      create: { width: side, height: side * 2, channels: 3, background: '#dc3c64' },
    })
      .composite([{ input: Buffer.from(await png(SMOOTH, side, side)), left: 0, top: side }])
      .withIccProfile('p3')
      .png()
      .toBuffer();
    const stored = await sharp(pixels, { ignoreIcc: true }).raw().toBuffer();
    const source = await model((material, document) =>
      material.setNormalTexture(
        document.createTexture().setImage(new Uint8Array(pixels)).setMimeType('image/png'),
      ),
    );
    const { root } = await made(source, { textures: { format: 'png' } });
    const [found] = root.listTextures();
    const after = await sharp(found?.getImage() ?? Buffer.of(), { ignoreIcc: true }).raw();
    expect([...(await after.toBuffer()).subarray(0, 3)]).toEqual([...stored.subarray(0, 3)]);
    expect([...stored.subarray(0, 3)]).not.toEqual([0xdc, 0x3c, 0x64]);
  });

  it('are KTX2 already: they stay as they are, and are counted', async () => {
    const source = await model(async (material, document) => {
      material.setBaseColorTexture(await texture(document, SMOOTH));
      material.setNormalTexture(await texture(document, BUMPS));
    });
    const { bytes } = await modelStep(source, KTX2);
    const before = (await read(bytes)).getRoot().listTextures();
    const { root, meta } = await made(bytes ?? source, { ...PRESET, center: true });
    const images = (all: readonly Texture[]) => all.map((each) => Buffer.from(each.getImage()!));
    expect(images(root.listTextures())).toEqual(images(before));
    expect(meta.extensions).toEqual(['KHR_texture_basisu']);
    expect(meta.maps?.map(({ format }) => format).sort()).toEqual(['etc1s', 'uastc']);
    // A limit of their number has none to measure a mean of.
    expect((await made(bytes ?? source, { textures: { maxCount: 1 } })).meta.textures).toBe(1);
  });

  it('hold ids instead of a picture: neither limited nor encoded', async () => {
    const IDS: Paint = (x) => [x < 32 ? 7 : 9, 0, 0, 255];
    const source = await model(async (material, document) => {
      material.setBaseColorTexture(await texture(document, SMOOTH));
      const extension = document.createExtension(EXTMeshFeatures);
      const ids = extension.createFeatureIDTexture().setTexture(await texture(document, IDS));
      const feature = extension
        .createFeatureID()
        .setFeatureCount(10)
        .setTexture(ids.setChannels([0]));
      return extension.createFeatures().addFeatureID(feature);
    });
    for (const textures of [{ maxCount: 0 }, { format: 'webp', maxSize: 8 }] as const) {
      const { bytes } = await modelStep(source, { textures });
      const [mesh] = (await read(bytes)).getRoot().listMeshes();
      const features = mesh?.listPrimitives()[0]?.getExtension<Features>('EXT_mesh_features');
      const ids = features?.listFeatureIDs()[0]?.getTexture()?.getTexture();
      const pixels = await sharp(ids?.getImage() ?? Buffer.of())
        .raw()
        .toBuffer();
      expect([...new Set(pixels.filter((_, at) => at % 4 === 0))]).toEqual([7, 9]);
    }
  });

  it('are the colour of specular and glossiness: spared like any other, and its mean is kept', async () => {
    const GREEN: Paint = () => [20, 200, 20, 255];
    const source = await model(async (material, document) => {
      const extension = document.createExtension(KHRMaterialsPBRSpecularGlossiness);
      const old = extension
        .createPBRSpecularGlossiness()
        .setDiffuseTexture(await texture(document, (x, y) => (y > 40 ? BUMPS(x, y) : GREEN(x, y))));
      material
        .setNormalTexture(await texture(document, BUMPS))
        .setExtension('KHR_materials_pbrSpecularGlossiness', old);
    });
    const oldOf = async (most: number) => {
      const { bytes, meta } = await modelStep(source, { textures: { maxCount: most } });
      expect(meta.textures).toBe(most);
      const [material] = (await read(bytes)).getRoot().listMaterials();
      return material?.getExtension<PBRSpecularGlossiness>('KHR_materials_pbrSpecularGlossiness');
    };
    expect((await oldOf(1))?.getDiffuseTexture()).not.toBeNull();
    const [red = 1, green = 1] = (await oldOf(0))?.getDiffuseFactor() ?? [];
    expect(green).toBeGreaterThan(red * 2);
  });

  it('have an alpha: kept where a material reads it, and what it hides does not count', async () => {
    const leaf = (mode: 'OPAQUE' | 'BLEND' | 'MASK') =>
      model(async (material, document) =>
        material.setAlphaMode(mode).setBaseColorTexture(await texture(document, LEAF)),
      );
    for (const mode of ['BLEND', 'MASK'] as const) {
      const { root, meta } = await made(await leaf(mode), PRESET);
      // Two slices: a byte a pixel.
      expect(meta.maps).toMatchObject([{ format: 'etc1s', gpuBytes: 5461 }]);
      const [found] = root.listTextures();
      const shown = basis.decode(found?.getImage() ?? new Uint8Array());
      const raw = await sharp(await png(LEAF, 64, 64))
        .raw()
        .toBuffer();
      expect(pictureLikeness({ width: 64, height: 64, data: raw }, shown, true)).toBeGreaterThan(
        28,
      );
      expect([shown.data[3], shown.data[(32 * 64 + 32) * 4 + 3]]).toEqual([0, 255]);
    }
    const { root } = await made(await leaf('OPAQUE'), KTX2);
    const { data } = basis.decode(root.listTextures()[0]?.getImage() ?? new Uint8Array());
    expect(data.every((value, at) => at % 4 !== 3 || value === 255)).toBe(true);
    // JPEG has none: it is PNG only where a material reads one.
    for (const [mode, format] of [
      ['OPAQUE', 'jpeg'],
      ['BLEND', 'png'],
    ] as const) {
      const { meta } = await made(await leaf(mode), { textures: { format: 'jpeg' } });
      expect(meta.maps).toMatchObject([{ format }]);
    }
  });

  it.each([
    { format: 'webp' },
    { format: 'jpeg' },
    { format: 'avif' },
    { format: 'ktx2', codec: 'uastc' },
    { format: 'png', maxSize: 64 },
    { format: 'webp', maxSize: 64 },
    { format: 'ktx2', codec: 'uastc', maxSize: 64 },
  ] as const)(
    'have an alpha that no material reads: colours below it stay, as %o',
    async (textures) => {
      const smoothness: Paint = (x, y) => [...SMOOTH(x, y).slice(0, 3), x < 64 ? 0 : 120] as never;
      const source = await model(async (material, document) =>
        material.setBaseColorTexture(await texture(document, smoothness, 128)),
      );
      const { root } = await made(source, { textures });
      const image = root.listTextures()[0]?.getImage() ?? new Uint8Array();
      const side = 'maxSize' in textures ? 64 : 128;
      const shown =
        textures.format === 'ktx2'
          ? basis.decode(image).data
          : await sharp(image).ensureAlpha(1).raw().toBuffer();
      const opaque = await sharp(await png(SMOOTH, 128, 128))
        .resize(side, side)
        .ensureAlpha()
        .raw()
        .toBuffer();
      const size = { width: side, height: side };
      expect(
        pictureLikeness({ ...size, data: opaque }, { ...size, data: shown }, true),
      ).toBeGreaterThan(30);
    },
  );

  it('are a colour to one material and data to another: two files, each of its role', async () => {
    let shared: Texture | undefined;
    const source = await model(
      async (material, document) => {
        shared = await texture(document, SMOOTH);
        material.setBaseColorTexture(shared);
      },
      (material) => material.setMetallicRoughnessTexture(shared ?? null),
      (material) => material.setEmissiveTexture(shared ?? null).setNormalTexture(shared ?? null),
    );
    const { root, meta } = await made(source, KTX2);
    const [one, two, three] = root.listMaterials();
    expect(isSrgb(one?.getBaseColorTexture() ?? null)).toBe(true);
    expect(isSrgb(two?.getMetallicRoughnessTexture() ?? null)).toBe(false);
    expect(isSrgb(three?.getEmissiveTexture() ?? null)).toBe(true);
    expect(isSrgb(three?.getNormalTexture() ?? null)).toBe(false);
    expect(meta.textures).toBe(2);
    // Other formats do not say: one file is for both.
    expect((await made(source, { textures: { format: 'webp' } })).meta.textures).toBe(1);
  });
});
