import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { extentOf, modelSpec, openEdges, validated } from '../../testing/model-facts.ts';
import { makeChibi } from '../make-chibi.ts';
import { makeModel } from '../make-model.ts';
import { readPortrait } from './read-portrait.ts';
import { readImage } from './read-image.ts';
import { revolved } from './revolved.ts';

const svg = async (width: number, height: number, body: string): Promise<Uint8Array> =>
  new Uint8Array(
    await sharp(
      Buffer.from(
        `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${body}</svg>`,
      ),
    )
      .png()
      .toBuffer(),
  );

const PICTURES: Readonly<Record<string, () => Promise<Uint8Array>>> = {
  vase: () =>
    svg(
      300,
      400,
      '<rect width="300" height="400" fill="#fff"/><path d="M120 30H180C170 160 240 180 190 370H110C60 180 130 160 120 30Z" fill="#2f6db0"/>',
    ),
  fish: () =>
    svg(
      400,
      250,
      '<path d="M50 125C100 40 240 40 300 120L370 60V190L300 130C240 210 100 210 50 125Z" fill="#f08030"/><circle cx="100" cy="110" r="13"/>',
    ),
  ring: () =>
    svg(300, 300, '<circle cx="150" cy="150" r="90" fill="none" stroke="#c33" stroke-width="50"/>'),
  landscape: () =>
    svg(
      400,
      300,
      '<rect width="400" height="160" fill="#69c"/><path d="M0 160H400V300H0Z" fill="#384"/><path d="M60 200 180 60 300 220Z" fill="#555"/>',
    ),
  line: () => svg(1, 2000, '<rect width="1" height="2000" fill="#69c"/>'),
  portrait: () =>
    svg(
      300,
      400,
      '<rect width="300" height="400" fill="#7fb0d0"/><path d="M50 400Q55 300 150 285Q245 300 250 400Z" fill="#c23a3a"/><ellipse cx="150" cy="150" rx="80" ry="110" fill="#4a2c1a"/><ellipse cx="150" cy="175" rx="65" ry="85" fill="#eab892"/><circle cx="125" cy="170" r="8"/><circle cx="175" cy="170" r="8"/>',
    ),
};

describe('image to 3D', () => {
  it.each(Object.keys(PICTURES))('makes a closed, valid body of a %s', async (name) => {
    const image = await PICTURES[name]!();
    for (const draft of [true, false]) {
      const glb = await makeModel(modelSpec({ prompt: '', image, draft }));
      const facts = await validated(glb);
      expect(facts).toMatchObject({ errors: 0, warnings: 0, messages: [] });
      expect(await openEdges(glb)).toBe(0);
      if (draft) expect(glb.length).toBeLessThanOrEqual(300 * 1024);
      else expect(Math.abs(facts.triangles / 100_000 - 1)).toBeLessThan(0.05);
    }
  });

  it('turns a vase on a lathe, and swells a fish', async () => {
    const read = async (name: string) =>
      readImage(await PICTURES[name]!(), { texels: 256, cells: 128, enhance: false });
    expect(revolved(await read('vase'))).toHaveLength(1);
    expect(revolved(await read('fish'))).toBeUndefined();
    expect((await read('landscape')).cutout.cut).toBe(false);
  });

  it('holds 500,000 faces and the proportions of the picture', async () => {
    const glb = await makeModel(
      modelSpec({ prompt: '', image: await PICTURES['landscape']!(), faces: 500_000 }),
    );
    expect(Math.abs((await validated(glb)).triangles / 500_000 - 1)).toBeLessThan(0.05);
    const { size } = await extentOf(glb);
    expect(size[0]! / size[1]!).toBeCloseTo(4 / 3, 1);
  });
});

describe('makeChibi', () => {
  it.each(['chibi', 'toy', 'clay', 'plush', 'pixel', 'unheard-of'])(
    'makes a closed, valid figure in style %s',
    async (style) => {
      const image = await PICTURES['portrait']!();
      const glb = await makeChibi({ image, style, seed: 'test', draft: true });
      expect(await validated(glb)).toMatchObject({ errors: 0, warnings: 0, messages: [] });
      expect(await openEdges(glb)).toBe(0);
      expect(glb.length).toBeLessThanOrEqual(300 * 1024);
    },
  );

  it('finds the face and the colours of a portrait, and none in a landscape', async () => {
    const portraitOf = async (name: string) =>
      readPortrait(
        (await readImage(await PICTURES[name]!(), { texels: 256, cells: 128, enhance: false }))
          .cutout,
      );
    const portrait = await portraitOf('portrait');
    expect(portrait.found).toBe(true);
    expect(portrait.face.x).toBeCloseTo(0.5, 1);
    expect(portrait.shirt[0]).toBeGreaterThan(portrait.shirt[1] * 2);
    expect((await portraitOf('landscape')).found).toBe(false);
  });
});
