import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import type { Style } from '../subjects/styles.ts';
import { makePicture, type PictureSpec } from './make-picture.ts';
import { seededRandom } from './art/random.ts';
import { readWish } from './words/read-wish.ts';
import { shadeSprite } from './styles/shade-sprite.ts';

const SPEC: PictureSpec = {
  prompt: 'a castle on a mountain at sunset',
  width: 160,
  height: 120,
  seed: 'one',
  references: [],
  draft: false,
};

async function pixels(png: Uint8Array): Promise<{ data: Buffer; width: number; height: number }> {
  const { data, info } = await sharp(png).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

const mean = (count: number, of: (at: number) => number): number =>
  Array.from({ length: count }, (_, at) => of(at)).reduce((sum, each) => sum + each, 0) / count;

function difference(a: Uint8Array, b: Uint8Array): number {
  let sum = 0;
  for (const [index, value] of a.entries()) sum += Math.abs(value - (b[index] ?? 0));
  return sum / a.length;
}

describe('makePicture', () => {
  it.each([
    [160, 160],
    [256, 144],
    [144, 256],
    [161, 97],
  ])('draws a PNG of exactly %i × %i', async (width, height) => {
    const metadata = await sharp(await makePicture({ ...SPEC, width, height })).metadata();
    expect(metadata).toMatchObject({ format: 'png', width, height, channels: 3 });
  });

  it('gives the same bytes for the same spec', async () => {
    expect(await makePicture(SPEC)).toEqual(await makePicture({ ...SPEC }));
  });

  it('gives another picture for another seed or other words', async () => {
    const first = await pixels(await makePicture(SPEC));
    const seed = await pixels(await makePicture({ ...SPEC, seed: 'two' }));
    const words = await pixels(
      await makePicture({ ...SPEC, prompt: 'a green forest in the rain' }),
    );
    expect(difference(first.data, seed.data)).toBeGreaterThan(4);
    expect(difference(first.data, words.data)).toBeGreaterThan(12);
  });

  it('lets the words decide the light and the colours', async () => {
    const mean = async (prompt: string): Promise<number[]> => {
      const { channels } = await sharp(await makePicture({ ...SPEC, prompt })).stats();
      return channels.map((channel) => channel.mean);
    };
    const [night = [], day = [], desert = []] = await Promise.all(
      ['the sea at night', 'the sea on a clear day', 'a desert at golden hour'].map(mean),
    );
    expect(night.reduce((sum, value) => sum + value)).toBeLessThan(
      0.6 * day.reduce((sum, value) => sum + value),
    );
    expect(day[2]).toBeGreaterThan(day[0] ?? 0);
    expect(desert[0]).toBeGreaterThan(1.2 * (desert[2] ?? 0));
  });

  it('takes picture and colours from references', async () => {
    const draw = async (left: string, right: string): Promise<Uint8Array> =>
      sharp(
        Buffer.from(
          `<svg xmlns="http://www.w3.org/2000/svg" width="400" height="300"><rect width="200" height="300" fill="${left}"/><rect x="200" width="200" height="300" fill="${right}"/></svg>`,
        ),
      )
        .png()
        .toBuffer();
    const half = async (png: Uint8Array, left: number): Promise<number[]> => {
      // stats() looks at the input: the cut needs a picture of its own.
      const cut = await sharp(png)
        .extract({ left, top: 20, width: 60, height: 70 })
        .png()
        .toBuffer();
      return (await sharp(cut).stats()).channels.map(({ mean }) => mean);
    };
    const first = await draw('#c02020', '#2040c0');
    const picture = await makePicture({ ...SPEC, prompt: 'the same', references: [first] });
    const [redSide, blueSide] = [await half(picture, 5), await half(picture, 95)];
    expect(redSide[0]).toBeGreaterThan(2 * (redSide[2] ?? 0));
    expect(blueSide[2]).toBeGreaterThan(2 * (blueSide[0] ?? 0));
    // The words still decide the light, and a second reference the colours.
    const night = await half(
      await makePicture({ ...SPEC, prompt: 'make it night', references: [first] }),
      5,
    );
    expect(night[0]).toBeLessThan(0.75 * (redSide[0] ?? 0));
    const green = await draw('#20a030', '#105018');
    const mixed = await half(
      await makePicture({ ...SPEC, prompt: 'the same', references: [first, green] }),
      5,
    );
    expect(mixed[1]).toBeGreaterThan((redSide[1] ?? 0) + 20);
  });

  it('reads grey references and those with alpha', async () => {
    const grey = await sharp({ create: { width: 30, height: 30, channels: 3, background: '#777' } })
      .toColourspace('b-w')
      .png()
      .toBuffer();
    const clear = await sharp({
      create: { width: 30, height: 30, channels: 4, background: '#00000000' },
    })
      .webp()
      .toBuffer();
    for (const image of [grey, clear]) {
      const metadata = await sharp(await makePicture({ ...SPEC, references: [image] })).metadata();
      expect(metadata).toMatchObject({ width: 160, height: 120 });
    }
  });

  it.each([
    'an astronaut in space',
    'a fish in a reef underwater',
    'a chair in a room',
    'abstract waves',
    'a dragon on a volcano',
    'a robot in a city',
    'an arctic sea with a whale',
    'a car in the desert',
    '',
    '猫と海 🙂',
  ])(
    'draws every kind of scene in every shape, without a transparent pixel: "%s"',
    async (prompt) => {
      for (const [width, height] of [
        [120, 40],
        [40, 120],
        [96, 96],
      ] as const) {
        const picture = await makePicture({ ...SPEC, prompt, width, height });
        const { channels } = await sharp(picture).stats();
        // A layer that misses its place leaves black; a scene has light and dark.
        expect(Math.max(...channels.map(({ stdev }) => stdev))).toBeGreaterThan(6);
        expect(Math.max(...channels.map(({ mean }) => mean))).toBeGreaterThan(12);
      }
    },
  );

  it.each([
    'seamless texture of bricks',
    'wood planks texture',
    'tileable stone wall, pixel art',
    'seamless pattern of cats and fish',
    'chainmail texture, seamless',
    'marble texture',
    'grass texture',
    'seamless xyzzy',
  ])('goes on at each side as it begins at the other: "%s"', async (prompt) => {
    for (const [width, height] of [
      [96, 96],
      [130, 70],
    ] as const) {
      const { data } = await pixels(await makePicture({ ...SPEC, prompt, width, height }));
      /** How much neighbours differ over a line that is crossed, in the mean. */
      const across = (a: number, b: number): number =>
        mean(height, (y) => apart(y * width + a, y * width + b));
      const down = (a: number, b: number): number =>
        mean(width, (x) => apart(a * width + x, b * width + x));
      const apart = (a: number, b: number): number =>
        [0, 1, 2].reduce((sum, k) => sum + Math.abs(data[a * 3 + k]! - data[b * 3 + k]!), 0);
      const most = (length: number, step: (at: number) => number): number =>
        Math.max(...Array.from({ length: length - 1 }, (_, at) => step(at)));
      expect(across(width - 1, 0)).toBeLessThanOrEqual(most(width, (x) => across(x, x + 1)) * 1.1);
      expect(down(height - 1, 0)).toBeLessThanOrEqual(most(height, (y) => down(y, y + 1)) * 1.1);
    }
  });

  it('takes the colour that is named for a surface', async () => {
    const { channels } = await sharp(
      await makePicture({ ...SPEC, prompt: 'seamless blue roof tiles', width: 64, height: 64 }),
    ).stats();
    expect(channels[2]!.mean).toBeGreaterThan(channels[0]!.mean + 40);
  });

  it.each([
    'a potion on a transparent background',
    'cat sticker, transparent',
    'a fox in a forest, no background',
    'pixel art dragon, transparent background',
  ])('has nothing behind a thing that is asked for so: "%s"', async (prompt) => {
    for (const draft of [false, true]) {
      const picture = await makePicture({ ...SPEC, prompt, width: 128, height: 96, draft });
      const { data } = await sharp(picture).raw().toBuffer({ resolveWithObject: true });
      const alphas = data.filter((_, at) => at % 4 === 3);
      expect([...alphas.subarray(0, 128)].every((alpha) => alpha === 0)).toBe(true);
      expect(alphas.filter((alpha) => alpha === 255).length).toBeGreaterThan(alphas.length / 12);
    }
  });

  it.each(['a knight with a rough texture', 'a transparent glass bottle', 'an abstract pattern'])(
    'is a whole picture: "%s"',
    async (prompt) => {
      const { hasAlpha } = await sharp(await makePicture({ ...SPEC, prompt })).metadata();
      expect(hasAlpha).toBe(false);
      expect(readWish(prompt, seededRandom('a'))).toMatchObject({ frame: { is: 'whole' } });
    },
  );

  /** Shares of a picture: what is nearly white or black, equal to its left neighbour, or at an edge; and saturation. */
  async function look(
    prompt: string,
  ): Promise<Record<'white' | 'dark' | 'same' | 'edge' | 'hue', number>> {
    const { data } = await pixels(await makePicture({ ...SPEC, prompt, width: 192, height: 192 }));
    const sums = { white: 0, dark: 0, same: 0, edge: 0, hue: 0 };
    const count = data.length / 3;
    for (let at = 3; at < data.length; at += 3) {
      const [r, g, b] = [data[at]!, data[at + 1]!, data[at + 2]!];
      const step = [0, 1, 2].reduce(
        (sum, k) => sum + Math.abs(data[at + k]! - data[at + k - 3]!),
        0,
      );
      sums.white += Math.min(r, g, b) > 235 ? 1 / count : 0;
      sums.dark += Math.max(r, g, b) < 45 ? 1 / count : 0;
      sums.same += step === 0 ? 1 / count : 0;
      sums.edge += step > 90 ? 1 / count : 0;
      sums.hue += (Math.max(r, g, b) - Math.min(r, g, b)) / count;
    }
    return sums;
  }

  it.each<[string, (is: Awaited<ReturnType<typeof look>>) => boolean]>([
    [
      'a fox',
      ({ white, dark, same, hue }) => Math.max(white, dark) < 0.05 && same < 0.2 && hue > 20,
    ],
    ['a pixel art fox', ({ same }) => same > 0.8],
    ['a low-poly fox', ({ same }) => same > 0.25 && same < 0.8],
    ['a watercolor of a fox', ({ white, edge }) => white > 0.08 && edge < 0.015],
    ['a flat fox', ({ same }) => same > 0.3],
    ['line art of a fox', ({ white, hue }) => white > 0.8 && hue < 2],
    ['a neon fox', ({ dark, edge, hue }) => dark > 0.4 && edge > 0.04 && hue > 15],
    ['a fox, noir', ({ dark, hue }) => dark > 0.4 && hue < 2],
    ['a sticker of a fox', ({ white, same }) => white > 0.03 && same > 0.3],
  ])('"%s" looks as its style does', async (prompt, has) => {
    const is = await look(prompt);
    expect([is, has(is)]).toEqual([is, true]);
  });

  it.each(['clay', 'isometric'] as const)('a sprite is shaded otherwise in %s', (style) => {
    const side = 48;
    const data = new Uint8ClampedArray(side * side * 4).fill(0);
    for (let y = 8; y < 40; y++) data.fill(200, (y * side + 8) * 4, (y * side + 40) * 4);
    const shaded = (as: Style | undefined): Uint8ClampedArray =>
      shadeSprite({ width: side, height: side, data: data.slice() }, as).data;
    const plain = shaded(undefined);
    const styled = shaded(style);
    const apart = styled.reduce((sum, value, at) => sum + Math.abs(value - (plain[at] ?? 0)), 0);
    expect(apart / (32 * 32 * 4)).toBeGreaterThan(4);
  });

  it('marks a draft in its corner, and only a draft', async () => {
    const yellow = async (draft: boolean): Promise<number> => {
      const { data, width, height } = await pixels(await makePicture({ ...SPEC, draft }));
      let count = 0;
      for (let y = Math.floor(height * 0.8); y < height; y++) {
        for (let x = Math.floor(width * 0.8); x < width; x++) {
          const [r = 0, g = 0, b = 0] = data.subarray((y * width + x) * 3);
          if (r > 190 && g > 140 && b < 110) count++;
        }
      }
      return count;
    };
    expect(await yellow(true)).toBeGreaterThan(30);
    expect(await yellow(false)).toBe(0);
  });
});
